package dev.reprise.tls;

import dev.reprise.tls.internal.preconnect.Preconnections;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;

/**
 * Makes TLS client sockets that resume sessions even if each connection serves only one request,
 * and that close in bounded time. It serves every client that takes an SSLSocketFactory.
 *
 * <p>Make one factory for each trust and key configuration, and keep it: sessions live in it.
 * Thread-safe; no lock of the factory is held while a socket connects.
 */
public final class ResumingSslSocketFactory extends ProviderSocketFactory {

  private final LongAdder lanesMade = new LongAdder();
  private final LongSupplier nanoClock;

  /** Not a monitor: loading a provider while holding one would pin virtual threads. */
  private final Lock lock = new ReentrantLock();

  private volatile TlsSettings settings;
  private volatile long reloads;

  /** Null until the first use, since making it loads the TLS provider. */
  private volatile FactoryState state;

  /** Makes a factory with the default settings: the JDK's trust store, host names verified. */
  public ResumingSslSocketFactory() {
    this(TlsSettings.builder().build());
  }

  /** Makes a factory with the given settings. */
  public ResumingSslSocketFactory(TlsSettings settings) {
    this(settings, System::nanoTime);
  }

  ResumingSslSocketFactory(TlsSettings settings, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.settings = Objects.requireNonNull(settings, "settings: null given");
  }

  /** Returns the settings in force. */
  @Override
  public TlsSettings settings() {
    return settings;
  }

  /**
   * Puts other settings in force, such as changed trust or keys, without a restart. No socket made
   * after this call offers a session from before it. Existing sockets are not affected.
   *
   * @param settings new settings with reloaded managers; their listeners replace the former ones.
   *     Passing the settings in force has no effect
   */
  public void reload(TlsSettings settings) {
    FactoryState former;
    lock.lock();
    try {
      if (this.settings == settings) {
        return;
      }
      this.settings = Objects.requireNonNull(settings, "settings: null given");
      former = state;
      state = null;
      // Counted last, so that a pool which sees the new count also connects under the new settings.
      reloads++;
    } finally {
      lock.unlock();
    }
    if (former == null) {
      return;
    }
    if (former.preconnections != null) {
      former.preconnections.close();
    }
    former.lanes.dropAll();
  }

  /** Returns how many times {@link #reload} has put other settings in force. */
  public long reloads() {
    return reloads;
  }

  /**
   * Returns how many lanes there are, and how many were made and dropped since the factory was
   * made. Takes longer the more peers there are.
   */
  public LaneCounts laneCounts() {
    FactoryState known = state;
    return known == null
        ? new LaneCounts(0, 0, 0, lanesMade.sum())
        : known.lanes.counts(LaneCounts::new);
  }

  /** Returns how many preconnected connections wait to be used. */
  public int readyPreconnections() {
    Preconnections preconnections = preconnections();
    return preconnections == null ? 0 : preconnections.ready();
  }

  /** Returns how many preconnected connections to this peer wait to be used. */
  public int readyPreconnections(Peer peer) {
    Objects.requireNonNull(peer, "peer: null given");
    Preconnections preconnections = preconnections();
    return preconnections == null ? 0 : preconnections.ready(peer);
  }

  /**
   * Closes the preconnected connections that wait to be used or are being opened, as at a shutdown.
   * Later connects may open new ones, which expire if they are not used. Does nothing without
   * {@link TlsSettings.Builder#maxPreconnectionsPerPeer preconnected connections}.
   */
  public void closePreconnections() {
    Preconnections preconnections = preconnections();
    if (preconnections != null) {
      preconnections.drop();
    }
  }

  /**
   * Opens one preconnected connection in the background, for a call that will come soon, unless
   * such a connection is already waiting. The call then finds TCP and TLS done, however rare such
   * calls are. Does nothing if {@link TlsSettings.Builder#maxPreconnectionsPerPeer} is 0.
   *
   * <p>Returns at once, and does not throw if the server is down. The addresses of the host are
   * tried in turn until the connection to one is open. Callers that look the host up differently,
   * bind their sockets, or go through a proxy do not use the connection.
   *
   * @param peer the host and port that the call will be made to
   * @return the result, which never completes exceptionally. Dependent actions run on a thread of
   *     the connection, and must not block
   */
  public CompletionStage<Preparation> prepare(Peer peer) {
    Objects.requireNonNull(peer, "peer: null given");
    return prepare(peer, () -> InetAddress.getAllByName(peer.host()));
  }

  /**
   * Does the same as {@link #prepare(Peer)}, for a caller that looks the host up in its own way.
   *
   * @param addresses looks the host up; called on a thread of the factory, and only if there is a
   *     connection to open. An exception counts as a host that was not found
   */
  public CompletionStage<Preparation> prepare(Peer peer, Callable<InetAddress[]> addresses) {
    Objects.requireNonNull(peer, "peer: null given");
    Objects.requireNonNull(addresses, "addresses: null given");
    CompletableFuture<Preparation> result = new CompletableFuture<>();
    try {
      FactoryState now = usable();
      if (now.preconnections == null || now.settings.stockSockets()) {
        result.complete(Preparation.OFF);
      } else {
        now.preconnections.prepare(peer, addresses, result);
      }
    } catch (SSLException e) {
      result.complete(Preparation.FAILED);
    }
    return result;
  }

  private Preconnections preconnections() {
    FactoryState known = state;
    return known == null ? null : known.preconnections;
  }

  FactoryState state() {
    FactoryState known = state;
    if (known != null) {
      return known;
    }
    lock.lock();
    try {
      if (state == null) {
        state = new FactoryState(settings, nanoClock, lanesMade);
      }
      return state;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the state for a socket. As without Reprise, it throws an IOException if the JDK's
   * defaults cannot be used.
   */
  @Override
  FactoryState usable() throws SSLException {
    try {
      return state();
    } catch (IllegalSettingException e) {
      throw new SSLException(e.getMessage(), e);
    }
  }

  /**
   * Returns an unconnected socket. TLS is layered on it when it is connected.
   *
   * @throws SocketException with {@link TlsSettings.Builder#stockSockets stockSockets} of a
   *     provider other than the JDK's, since they would verify a name from a reverse look-up. The
   *     cause is an UnsupportedOperationException, which makes HttpsURLConnection layer TLS instead
   */
  @Override
  public Socket createSocket() throws IOException {
    return unconnected(null);
  }

  /**
   * Returns an unconnected socket for a server whose certificate must match {@code host}, rather
   * than the name of the address that the socket is connected to. With {@link
   * TlsSettings.Builder#stockSockets stockSockets} it must match the name of the address.
   *
   * @param host the name that the certificate must match
   */
  public Socket createSocketTo(String host) throws IOException {
    Objects.requireNonNull(host, "host: null given");
    return unconnected(host);
  }

  private Socket unconnected(String host) throws IOException {
    FactoryState now = usable();
    return now.settings.stockSockets() ? super.createSocket() : new ResumingSslSocket(now, host);
  }

  @Override
  Socket toConnect(String host) throws IOException {
    return usable().settings.stockSockets() ? super.toConnect(host) : unconnected(host);
  }

  /**
   * Layers TLS on a connected socket, such as a tunnel through a proxy.
   *
   * @param host the name that the certificate must match; null or empty for the one that the
   *     socket's address was made from
   * @param autoClose whether closing the returned socket also closes {@code socket}. If false, the
   *     returned socket is the provider's own, as with {@code stockSockets}
   * @throws SSLException if {@code autoClose} is false without {@link
   *     TlsSettings.Builder#stockSockets stockSockets}, and it is not known who verifies the host
   *     name of the provider's socket. That is so with contexts from a supplier. It is also so with
   *     a plain X509TrustManager over a provider other than the JDK's
   */
  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    connected(socket);
    FactoryState now = usable();
    boolean stock = now.settings.stockSockets();
    if (!autoClose && !stock && now.verifiesHost && !now.provider.contexts.watchable()) {
      throw new SSLException(
          "A socket that leaves the TCP socket open is the provider's, and it is not known"
              + " who verifies its host. Let it close the TCP socket (autoClose), or give an"
              + " X509ExtendedTrustManager");
    }
    if (autoClose && socket instanceof ResumingSslSocket) {
      // The close waits for the target, and need not wait for the proxy as well.
      ((ResumingSslSocket) socket).expectPeerClose(false);
    }
    return autoClose && !stock
        ? new ResumingSslSocket(now, socket, host, port)
        : super.createSocket(socket, host, port, autoClose);
  }
}
