package dev.reprise.tls;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * An SSLContext for every client that takes one and has engines or sockets made by it, such as
 * java.net.http, Netty, Jetty's client, OkHttp and HttpClient 5's asynchronous client: its engines
 * and sockets resume also when each connection serves one request only.
 *
 * <pre>{@code
 * HttpClient client = HttpClient.newBuilder()
 *     .sslContext(new ResumingSslContext(TlsSettings.builder().trustManagers(managers).build()))
 *     .build();
 * }</pre>
 *
 * <p>Each engine and socket comes from the context of a lane that has a TLS 1.3 ticket at hand, and
 * is the provider's own: nothing is wrapped, so that whatever a client does with it works as with
 * the provider's context. The trust, keys, protocols, cipher suites, session and lane limits of the
 * settings hold; what concerns a close does not, since the client closes. For clients that take an
 * SSLSocketFactory there is {@link #socketFactory()}, whose sockets close in bounded time too.
 *
 * <p>With {@code hostnameVerification}, which is the default, an engine for a host, and each
 * socket, verifies the server's name in its full handshakes, and its sessions are bound to it; a
 * client that sets its own SSLParameters decides for itself. A socket or engine in server mode
 * verifies no name unless its user sets an endpoint identification algorithm. With a plain
 * X509TrustManager, or contexts of the user's own, JSSE refuses every client's certificate there
 * unless the endpoint identification algorithm is set to the empty string.
 *
 * <p>Listeners are told of full handshakes when the server's certificate has been accepted, and of
 * certificates refused. Of resumed handshakes there is no sign: what was handed out with a session,
 * and had no full handshake when its lane has a ticket again, is told as resumed when the lane is
 * next looked at, which is when it is handed out or {@link #statistics()} is called. No handshake
 * has a duration, nothing is told of closes.
 *
 * <p>{@link #getClientSessionContext()} shows the sessions of all lanes. A timeout set there holds
 * until the next {@link #reload}; a cache size changes nothing.
 *
 * <p>Make one context for each trust and key configuration, and keep it: sessions live in it.
 * Engines without a host, and sockets and engines of servers, come from one context that has no
 * part in this; such an engine has the protocols and cipher suites of the settings, and no name to
 * verify. An engine that is made for the client's host and port, as those of {@code
 * com.sun.net.httpserver} and of Jetty's server are, cannot be told from a client's: their clients
 * resume nothing, so give servers an SSLContext of their own. Thread-safe.
 */
public final class ResumingSslContext extends SSLContext {

  private final Spi spi;
  private final ResumingSslSocketFactory sockets;

  /** A context with the default settings: the JDK's trust store, host names verified. */
  public ResumingSslContext() {
    this(TlsSettings.builder().build());
  }

  /**
   * A context with the settings given, which are not null.
   *
   * @throws IllegalSettingException if host names are to be verified and nothing is known to do it:
   *     a provider that is not the JDK's, with trust managers that are not extended ones
   */
  public ResumingSslContext(TlsSettings settings) {
    this(settings, System::nanoTime);
  }

  /** As the public one, with a clock for the age of lanes. */
  ResumingSslContext(TlsSettings settings, LongSupplier nanoClock) {
    this(new Spi(Objects.requireNonNull(settings, "settings: null given"), nanoClock));
  }

  private ResumingSslContext(Spi spi) {
    super(spi, spi.state.plain().getProvider(), spi.state.plain().getProtocol());
    this.spi = spi;
    this.sockets = new ResumingSslSocketFactory(spi.state.settings);
  }

  /** The settings in force. */
  public TlsSettings settings() {
    return spi.state.settings;
  }

  /**
   * A factory of sockets of the same settings for clients that take an SSLSocketFactory: they close
   * in bounded time, start no threads and tell listeners of everything. It has sessions of its own.
   * {@link #getSocketFactory()} is the other one, of the provider's own sockets.
   */
  public ResumingSslSocketFactory socketFactory() {
    return sockets;
  }

  /**
   * Puts other settings in force, such as trust or keys that have changed, without a restart, here
   * and for {@link #socketFactory()}. No session made before this call is offered by an engine or
   * socket made after it; those made before go on, and so do connections that a client keeps open.
   *
   * @param settings settings whose managers were loaded again, of the same provider; their
   *     listeners replace the former ones. Not null; the settings in force change nothing
   */
  public void reload(TlsSettings settings) {
    Objects.requireNonNull(settings, "settings: null given");
    synchronized (this) {
      if (spi.state.settings != settings) {
        spi.reload(settings);
      }
    }
    // Listeners may be called, which are not to hold up another reload.
    sockets.reload(spi.state.settings);
  }

  /** What has been handed out so far. Not null. */
  public ContextStatistics statistics() {
    return spi.statistics();
  }

  /**
   * Makes this the JVM's default SSLContext ({@link SSLContext#setDefault}), for libraries that
   * cannot be configured. Call it first thing in {@code main}. Its limits:
   *
   * <ul>
   *   <li>who has asked for the default before keeps the former one, and so do {@code
   *       SSLSocketFactory.getDefault()} and HttpsURLConnection once they have been used;
   *   <li>a library that makes a context of its own, by {@code SSLContext.getInstance("TLS")}, is
   *       not reached;
   *   <li>the whole JVM shares this trust, these keys and the verification of host names, which
   *       libraries for other protocols than HTTPS may not expect;
   *   <li>the sockets are the provider's own: HttpsURLConnection still has a thread started for
   *       each handshake, unless it is given {@link #socketFactory()} by {@code
   *       HttpsURLConnection.setDefaultSSLSocketFactory};
   *   <li>a socket that is made before its peer is known, as HttpsURLConnection's are, comes from
   *       lanes that all such peers share, of which there are more only once handshakes have been
   *       full ones again.
   * </ul>
   */
  public void installAsDefault() {
    SSLContext.setDefault(this);
  }

  @Override
  public String toString() {
    return "ResumingSslContext[" + settings() + "]";
  }

  private static final class Spi extends SSLContextSpi {

    private final LongSupplier nanoClock;
    private final LongAdder full = new LongAdder();
    private final LongAdder handedOut = new LongAdder();
    private final LongAdder lanesMade = new LongAdder();
    private final SSLSocketFactory sockets = new ContextSocketFactory(() -> this.state);
    private final SSLSessionContext sessions = new LaneSessions(() -> this.state);
    private volatile ContextState state;

    Spi(TlsSettings settings, LongSupplier nanoClock) {
      this.nanoClock = nanoClock;
      this.state = stateOf(settings);
    }

    private ContextState stateOf(TlsSettings settings) {
      return new ContextState(settings, nanoClock, full, handedOut, lanesMade);
    }

    void reload(TlsSettings settings) {
      state = stateOf(settings);
    }

    ContextStatistics statistics() {
      state.lookAtAll();
      return new ContextStatistics(handedOut.sum(), full.sum(), state.liveLanes(), lanesMade.sum());
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
        throws KeyManagementException {
      throw new KeyManagementException(
          "A ResumingSslContext has its keys and trust from its TlsSettings; see reload");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return sockets;
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return state.plain().getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      ContextState now = state;
      return now.withoutHost(now.plain().createSSLEngine());
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      ContextState now = state;
      if (host == null || host.isEmpty()) {
        return now.withoutHost(now.plain().createSSLEngine(host, port));
      }
      // The host is verified whatever the port says.
      Peer peer = ContextSocketFactory.peer(host, port);
      return now.configured(now.take(peer).createSSLEngine(host, port), host);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return state.plain().getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return sessions;
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return restricted(state.plain().getDefaultSSLParameters());
    }

    /** The java.net.http of JDK 11 offers what is supported, and not what is the default. */
    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return restricted(state.plain().getSupportedSSLParameters());
    }

    private SSLParameters restricted(SSLParameters parameters) {
      SSLParameters wanted = state.settings.sslParameters(false);
      if (wanted.getProtocols() != null) {
        parameters.setProtocols(wanted.getProtocols());
      }
      if (wanted.getCipherSuites() != null) {
        parameters.setCipherSuites(wanted.getCipherSuites());
      }
      return parameters;
    }
  }
}
