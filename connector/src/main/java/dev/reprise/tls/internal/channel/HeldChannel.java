package dev.reprise.tls.internal.channel;

import dev.reprise.tls.Handshake;
import dev.reprise.tls.Peer;
import dev.reprise.tls.PreconnectPaused;
import dev.reprise.tls.internal.jdk.Interrupts;
import dev.reprise.tls.internal.lane.Claim;
import dev.reprise.tls.internal.provider.CalledHost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Holds the channel of a {@link Connection}. It comes from a connect, from a preconnected
 * connection, or from another connect that replaces a useless channel. If the socket is closed
 * meanwhile, the attempt ends and leaks neither a claim nor a TCP socket.
 */
final class HeldChannel {

  private final Connection socket;
  private final TlsState state;

  /** Null if no preconnected connection is to be taken. */
  private final Preconnected.Source source;

  private final AtomicBoolean closed = new AtomicBoolean();

  /** The TCP socket of the channel, or of the one that is being made. */
  private volatile Tcp tcp;

  /** Null until the socket is connected. */
  private volatile TlsChannel channel;

  /** The preconnected connection that the channel belongs to; null if there is none. */
  private volatile Preconnected preconnected;

  /** True once a connect has failed, after which a Java socket is useless. */
  private volatile boolean connectFailed;

  HeldChannel(Connection socket, TlsState state, Tcp tcp, Preconnected.Source source) {
    this.socket = socket;
    this.state = state;
    this.tcp = tcp;
    this.source = source;
  }

  Tcp tcp() {
    return tcp;
  }

  TlsChannel channel() {
    return channel;
  }

  Preconnected preconnected() {
    return preconnected;
  }

  boolean isClosed() {
    return closed.get();
  }

  /** Marks it as closed. Returns whether it was open, so that the caller has to close it. */
  boolean close() {
    return closed.compareAndSet(false, true);
  }

  private void use(Tcp next) throws IOException {
    tcp = next;
    if (closed.get()) {
      next.reset();
      throw new SocketException("Socket is closed");
    }
  }

  private TlsChannel use(TlsChannel next) throws SocketException {
    next.holder = socket.socket;
    tcp = next.tcp;
    channel = next;
    if (closed.get()) {
      next.abandon();
      throw new SocketException("Socket is closed");
    }
    return next;
  }

  private TlsChannel over(Tcp connected, Peer peer) throws SocketException {
    Socket real = connected.socket();
    Claim claim = state.lanes.claim(peer, real.getInetAddress(), real.getPort());
    try {
      return use(new TlsChannel(connected, peer, claim));
    } catch (RuntimeException | Error e) {
      claim.giveBack();
      throw e;
    }
  }

  private String hostOf(String given, InetAddress address) {
    return given != null ? given : CalledHost.of(address, state.provider);
  }

  /** Layers TLS on a connected socket. */
  void layer(String host, int port) throws IOException {
    Socket real = tcp.socket();
    // If a SOCKS proxy resolved the host, the address is the wildcard, which no certificate names.
    InetSocketAddress remote = (InetSocketAddress) real.getRemoteSocketAddress();
    String given = CalledHost.given(host, remote);
    if (given == null && real.getInetAddress() == null) {
      given = remote.getAddress().getHostAddress();
    }
    String called = hostOf(given, remote.getAddress());
    over(tcp, Peer.of(called, port >= 0 ? port : real.getPort()));
  }

  /** Connects. A null or empty {@code host} stands for the host of the address. */
  void connect(InetSocketAddress endpoint, int timeout, String host) throws IOException {
    String called = hostOf(CalledHost.given(host, endpoint), endpoint.getAddress());
    Peer peer = Peer.of(called, endpoint.getPort());
    Tcp own = tcp;
    boolean usable = !connectFailed && !own.socket().isConnected() && !closed.get();
    long start = System.nanoTime();
    if (usable && timeout >= 0 && takePreconnected(endpoint, timeout, peer)) {
      return;
    }
    try {
      // The wait for a preconnected connection may have been in vain.
      int waited = (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      own.connect(endpoint, timeout <= 0 ? timeout : Math.max(1, timeout - waited));
      own.setup().connected(endpoint, timeout);
    } catch (IOException e) {
      connectFailed = true;
      if (usable) {
        tellConnectFailed(peer, e, start);
      }
      throw e;
    }
    try {
      over(own, peer);
    } catch (IOException | RuntimeException | Error e) {
      own.close();
      throw e;
    }
  }

  private void tellConnectFailed(Peer peer, IOException e, long start) {
    if (!socket.forPreconnection && !closed.get() && !Interrupts.closeSockets()) {
      state.report.connectFailed(peer, e, System.nanoTime() - start);
    }
  }

  /**
   * Takes a preconnected connection instead of connecting. Returns false if there is none. The
   * user's later settings may still rule it out, so {@link #usePreconnected} decides.
   */
  private boolean takePreconnected(InetSocketAddress endpoint, int timeout, Peer peer)
      throws IOException {
    Tcp own = tcp;
    Preconnected taken =
        source == null || own.socket().isClosed() || !socket.parameters.isPlain()
            ? null
            : source.take(own.setup(), endpoint, peer, own.socket()::isClosed, timeout);
    if (taken == null) {
      return false;
    }
    try {
      taken.channel().tcp.standInFor(own, endpoint, timeout);
    } catch (IOException e) {
      // It was closed, or it does not accept one of the options.
      taken.release();
      return false;
    }
    preconnected = taken;
    try {
      use(taken.channel());
    } catch (SocketException e) {
      taken.release();
      throw e;
    } finally {
      own.close();
    }
    return true;
  }

  /**
   * Begins to use the preconnected connection, when the handshake is due. Returns its handshake;
   * null if it was useless and was replaced by a new one.
   */
  Handshake usePreconnected() throws IOException {
    Preconnected taken = preconnected;
    boolean plain = socket.parameters.isPlain();
    if (plain && taken.isAlive() && taken.use()) {
      if (closed.get()) {
        // The close that came in between saw no handshake, so it reported nothing.
        socket.handshakeTold(taken.handshake());
        throw new SocketException("Socket is closed");
      }
      return taken.handshake();
    }
    socket.checkUsable();
    TlsChannel former = channel;
    Tcp next = former.tcp.again();
    preconnected = null;
    taken.release();
    if (!plain) {
      taken.suspend(PreconnectPaused.Reason.OTHER_CONFIGURATION);
    }
    long start = System.nanoTime();
    try {
      connectAgain(next, former);
    } catch (IOException e) {
      tellConnectFailed(former.peer, e, start);
      throw e;
    }
    return null;
  }

  /**
   * Closes after a handshake that failed other than by a timeout. A provider's socket does so too,
   * and HTTP libraries such as HttpsURLConnection rely on it.
   */
  void endAfterFailure() {
    // Unread bytes would make the close a reset, which may overtake the alert.
    channel.discardUnread();
    tcp.closeFailed();
  }

  /**
   * Replaces the channel, which has carried only a refused handshake, by a new one to the same
   * peer.
   */
  TlsChannel connectAgain() throws IOException {
    TlsChannel refused = channel;
    Tcp next = refused.tcp.again();
    refused.tcp.reset();
    refused.release();
    return connectAgain(next, refused);
  }

  private TlsChannel connectAgain(Tcp next, TlsChannel former) throws IOException {
    use(next);
    former.tcp.setup().connect(next);
    return over(next, former.peer);
  }
}
