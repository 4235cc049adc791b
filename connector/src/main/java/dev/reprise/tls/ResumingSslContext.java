package dev.reprise.tls;

import dev.reprise.tls.internal.provider.SessionIds;
import java.io.IOException;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * An SSLContext whose engines and sockets resume sessions even if each connection serves only one
 * request. It serves every client that takes an SSLContext, such as java.net.http, Netty, Jetty's
 * client, OkHttp and HttpClient 5's asynchronous client.
 *
 * <pre>{@code
 * HttpClient client = HttpClient.newBuilder()
 *     .sslContext(new ResumingSslContext(TlsSettings.builder().trustManagers(managers).build()))
 *     .build();
 * }</pre>
 *
 * <p>Make one context for each trust and key configuration, and keep it: sessions live in it.
 * Thread-safe.
 *
 * <p>Each engine or socket comes from a lane, if possible one with an unused TLS 1.3 ticket. It is
 * the provider's own and is not wrapped, so clients can use it like any other. The settings for
 * trust, keys, protocols, cipher suites, sessions and lanes apply. Those for closing do not, since
 * the client closes. For clients that take an SSLSocketFactory use {@link #socketFactory()}, whose
 * sockets also close in bounded time. A socket that is made before its host is known, as by {@code
 * getSocketFactory().createSocket()}, also comes from there. So it is not the provider's own, all
 * settings apply, and it has no server mode.
 *
 * <p>With {@code hostnameVerification}, the default, each socket and each engine with a host
 * verifies the server's name in full handshakes. Its sessions are bound to that name. A client that
 * sets its own SSLParameters on the provider's engine or socket decides what is verified. In server
 * mode, the provider's engines and sockets verify no name unless their user sets an endpoint
 * identification algorithm. With a plain X509TrustManager or the user's own contexts, a server has
 * to set that algorithm to the empty string. Otherwise JSSE refuses every client's certificate.
 *
 * <p>Listeners receive full handshakes once the server's certificate has been accepted, and refused
 * certificates as failures. Only the engine knows of a resumed handshake. Reprise infers it if an
 * engine or socket with a session had no full handshake and its lane has a ticket again. Listeners
 * receive it when the lane is next used or {@link #laneCounts()} is called. Handshakes have no
 * duration, and closes are not reported.
 *
 * <p>{@link #getClientSessionContext()} shows the sessions of all lanes, except for those of {@link
 * #socketFactory()}. A timeout set there holds until the next {@link #reload}; a cache size has no
 * effect.
 *
 * <p>Engines without a host, and engines and sockets of servers, come from one context without
 * lanes. Such an engine has the protocols and cipher suites of the settings, and no name to verify.
 * Some servers, such as {@code com.sun.net.httpserver} and Jetty's, make their engines with the
 * client's host and port. These look like a client's engines, so the server's clients cannot resume
 * sessions. Give servers an SSLContext of their own.
 */
public final class ResumingSslContext extends SSLContext {

  private final Spi spi;

  /** Makes a context with the default settings: the JDK's trust store, host names verified. */
  public ResumingSslContext() {
    this(TlsSettings.builder().build());
  }

  /**
   * Makes a context with the given settings.
   *
   * @throws IllegalSettingException if it is not known who verifies host names: the provider is not
   *     the JDK's, and the trust manager is not a known X509ExtendedTrustManager
   */
  public ResumingSslContext(TlsSettings settings) {
    this(settings, System::nanoTime);
  }

  ResumingSslContext(TlsSettings settings, LongSupplier nanoClock) {
    this(settings, nanoClock, false);
  }

  private ResumingSslContext(TlsSettings settings, LongSupplier nanoClock, boolean layersOurs) {
    this(new Spi(Objects.requireNonNull(settings, "settings: null given"), nanoClock, layersOurs));
  }

  /**
   * Returns a context for the TLS strategies of the classic HttpClient 5. They close the TCP socket
   * beneath TLS themselves, and layer TLS with {@code autoClose} false. In any other context they
   * get the provider's own socket: HttpClient resets it, and it accepts an end without
   * close_notify. In this context they get a socket of {@link #socketFactory()}, which closes TCP
   * too.
   *
   * @throws IllegalSettingException as the constructor does
   */
  public static ResumingSslContext forHttpClient5(TlsSettings settings) {
    return new ResumingSslContext(settings, System::nanoTime, true);
  }

  private ResumingSslContext(Spi spi) {
    super(spi, spi.state.provider.probe.getProvider(), spi.state.provider.probe.getProtocol());
    this.spi = spi;
  }

  /** Returns the settings in force. */
  public TlsSettings settings() {
    return spi.state.settings;
  }

  /**
   * Returns a factory with the same settings for clients that take an SSLSocketFactory. Its sockets
   * close in bounded time, start no threads and report every event to listeners. It has sessions of
   * its own. {@link #getSocketFactory()} is a different factory: it makes the provider's own
   * sockets where it knows the host.
   */
  public ResumingSslSocketFactory socketFactory() {
    return spi.ours;
  }

  /**
   * Puts other settings in force here and for {@link #socketFactory()}, such as changed trust or
   * keys, without a restart. No engine or socket made after this call offers a session from before
   * it. Engines and sockets made before continue, and so do connections that a client keeps open.
   *
   * @param settings new settings with reloaded managers, and of the same provider; their listeners
   *     replace the former ones. Passing the settings in force has no effect
   */
  public void reload(TlsSettings settings) {
    Objects.requireNonNull(settings, "settings: null given");
    spi.reloading.lock();
    try {
      if (spi.state.settings != settings) {
        spi.state = spi.stateOf(settings);
      }
      spi.ours.reload(settings);
    } finally {
      spi.reloading.unlock();
    }
  }

  /**
   * Reports resumed handshakes to listeners. Returns how many lanes there are, and how many were
   * made and dropped since the context was made, without those of {@link #socketFactory()}.
   */
  public LaneCounts laneCounts() {
    ContextState now = spi.state;
    long time = now.lanes.now();
    now.lanes.all().forEach(each -> each.look(time));
    return now.lanes.counts(LaneCounts::new);
  }

  @Override
  public String toString() {
    return "ResumingSslContext[" + settings() + "]";
  }

  /** Implements the context. Also shows the sessions of all lanes; the settings bound how many. */
  private static final class Spi extends SSLContextSpi implements SSLSessionContext {

    private final LongSupplier nanoClock;
    private final LongAdder lanesMade = new LongAdder();
    private final SSLSocketFactory sockets =
        new ProviderSocketFactory() {
          @Override
          TlsSettings settings() {
            return Spi.this.state.settings;
          }

          @Override
          ContextState usable() {
            return Spi.this.state;
          }

          @Override
          public Socket createSocket() throws IOException {
            return Spi.this.ours.createSocket();
          }

          @Override
          public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
              throws IOException {
            return layersOurs
                ? Spi.this.ours.createSocket(socket, host, port, true)
                : super.createSocket(socket, host, port, autoClose);
          }
        };

    private final ResumingSslSocketFactory ours;
    private final boolean layersOurs;
    private final Lock reloading = new ReentrantLock();
    private volatile ContextState state;

    Spi(TlsSettings settings, LongSupplier nanoClock, boolean layersOurs) {
      this.nanoClock = nanoClock;
      this.layersOurs = layersOurs;
      this.state = stateOf(settings);
      this.ours = new ResumingSslSocketFactory(settings);
    }

    private ContextState stateOf(TlsSettings settings) {
      return new ContextState(settings, nanoClock, lanesMade);
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
        throws KeyManagementException {
      throw new KeyManagementException(
          "A ResumingSslContext takes keys and trust from its TlsSettings. Change them by reload");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return sockets;
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return state.provider.probe.getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      ContextState now = state;
      return now.withoutHost(now.provider.probe.createSSLEngine());
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      ContextState now = state;
      if (host == null || host.isEmpty()) {
        return now.withoutHost(now.provider.probe.createSSLEngine(host, port));
      }
      // The host is verified even if the port is invalid, such as -1.
      Peer peer = ProviderSocketFactory.peer(host, port);
      SSLEngine engine = now.take(peer).createSSLEngine(peer.host(), port);
      engine.setSSLParameters(now.parameters(peer.host()));
      return engine;
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return state.provider.probe.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return this;
    }

    @Override
    public SSLSession getSession(byte[] id) {
      return state
          .sessions()
          .map(sessions -> sessions.getSession(id))
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }

    @Override
    public Enumeration<byte[]> getIds() {
      return Collections.enumeration(
          state
              .sessions()
              .flatMap(sessions -> SessionIds.of(sessions).stream())
              .collect(Collectors.toList()));
    }

    @Override
    public void setSessionTimeout(int seconds) {
      if (seconds < 0) {
        throw new IllegalArgumentException("seconds: " + seconds + " is less than 0");
      }
      ContextState now = state;
      now.lanes.sessionTimeoutSeconds(seconds);
      now.sessions().forEach(sessions -> sessions.setSessionTimeout(seconds));
    }

    @Override
    public int getSessionTimeout() {
      return state.lanes.sessionTimeoutSeconds();
    }

    /** Changes nothing: a lane holds as many sessions as it can offer. */
    @Override
    public void setSessionCacheSize(int size) {
      if (size < 0) {
        throw new IllegalArgumentException("size: " + size + " is less than 0");
      }
    }

    @Override
    public int getSessionCacheSize() {
      TlsSettings settings = state.settings;
      long most = (long) settings.maxLanesPerPeer() * settings.maxPeers();
      return (int) Math.min(Integer.MAX_VALUE, most);
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return state.settings.offered();
    }

    /** Returns what the settings allow: java.net.http on JDK 11 offers everything supported. */
    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      ContextState now = state;
      return now.provider.restrict(now.provider.probe.getSupportedSSLParameters());
    }
  }
}
