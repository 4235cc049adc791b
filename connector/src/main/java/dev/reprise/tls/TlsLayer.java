package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * TLS over one TCP connection, with the lease of the lane that its session comes from. When a
 * connection is made again, it is replaced as a whole.
 */
final class TlsLayer {

  final TcpSocket tcp;
  final SSLSocket tls;
  final InputStream in;
  final OutputStream out;
  final LaneLease lease;

  private TlsLayer(TcpSocket tcp, SSLSocket tls, LaneLease lease) throws IOException {
    this.tcp = tcp;
    this.tls = tls;
    this.in = tls.getInputStream();
    this.out = tls.getOutputStream();
    this.lease = lease;
  }

  /**
   * Layers TLS on a connected transport.
   *
   * @param host the name to verify; null for the one that the address was made from
   * @param configuration what to set beside the settings
   */
  static TlsLayer over(
      TcpSocket tcp,
      String host,
      Peer peer,
      boolean autoClose,
      TlsState state,
      Consumer<SSLSocket> configuration)
      throws IOException {
    LaneLease lease = state.lanes.lease(peer, tcp.repeatable() ? tcp.getInetAddress() : null);
    try {
      SSLSocket layered =
          (SSLSocket) lease.lane().sockets().createSocket(tcp, host, peer.port(), autoClose);
      layered.setSSLParameters(state.settings.sslParameters());
      configuration.accept(layered);
      return new TlsLayer(tcp, layered, lease);
    } catch (IOException | RuntimeException e) {
      lease.giveBack();
      throw e;
    }
  }

  /**
   * Does the handshake with everything on offer.
   *
   * @param ifFull why it would be a full one
   * @param start when it began, in nanoseconds of the system's clock
   */
  Handshake handshake(FullHandshakeCause ifFull, long start) throws IOException {
    Handshake completed = doHandshake(ifFull, start);
    lease.offers().completed(completed, tcp.keyShareGroup());
    return completed;
  }

  /**
   * Does the handshake with a reduced offer, which was {@linkplain ReducedOffer#applyTo applied}.
   */
  Handshake handshakeReduced(long start) throws IOException {
    Handshake completed = doHandshake(FullHandshakeCause.NOT_ACCEPTED, start);
    tls.setEnableSessionCreation(true);
    return completed;
  }

  private Handshake doHandshake(FullHandshakeCause ifFull, long start) throws IOException {
    tls.startHandshake();
    SSLSession session = tls.getSession();
    boolean resumed = lease.lane().resumed(tls, session);
    return new Handshake(
        session.getProtocol(),
        session.getCipherSuite(),
        resumed ? null : ifFull,
        System.nanoTime() - start);
  }

  /** Ends the lease after a handshake that failed. */
  void release(IOException failure) {
    lease.lane().handshakeFailed(tls);
    if (isOfTransport(failure)) {
      lease.giveBack();
    } else {
      lease.discard();
    }
  }

  /**
   * Whether a handshake failed for what happened to the TCP connection, which says nothing about
   * the session that was offered. JSSE before 11.0.13 wraps such failures.
   */
  static boolean isOfTransport(IOException failure) {
    return !(failure instanceof SSLException)
        || failure.getCause() instanceof SocketException
        || isTimeout(failure);
  }

  /** Whether a handshake failed because the peer took too long, be it wrapped or not. */
  static boolean isTimeout(IOException failure) {
    return failure instanceof SocketTimeoutException
        || failure.getCause() instanceof SocketTimeoutException;
  }
}
