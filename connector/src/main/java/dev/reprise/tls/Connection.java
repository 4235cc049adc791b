package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import javax.net.ssl.SSLSocket;

/**
 * What a {@link ResumingSslSocket} works with at one moment: a TCP socket and, once that is
 * connected, TLS over it with the lease of the lane that its session comes from. A socket has it in
 * one reference and swaps it as a whole; it is immutable but for the streams, which are there once
 * the handshake has completed.
 */
final class Connection {

  final TcpSocket tcp;

  /** Null before the first connect. */
  final Peer peer;

  /**
   * The name given to the TLS implementation; null for the one that the address was made from,
   * which JSSE alone can find.
   */
  final String host;

  /** Null before the TCP socket is connected, as is the lease. */
  final SSLSocket tls;

  final LaneLease lease;

  /** Null before the handshake has completed. */
  InputStream in;

  OutputStream out;

  /**
   * The preconnected connection that this is and that nobody has begun to use; null for any other
   * connection.
   */
  final Preconnection preconnection;

  /** A TCP socket that is not connected, or about to be connected again to the same peer. */
  Connection(TcpSocket tcp, Peer peer, String host) {
    this.tcp = tcp;
    this.peer = peer;
    this.host = host;
    this.tls = null;
    this.lease = null;
    this.preconnection = null;
  }

  private Connection(Connection connected, SSLSocket tls, LaneLease lease) {
    this.tcp = connected.tcp;
    this.peer = connected.peer;
    this.host = connected.host;
    this.tls = tls;
    this.lease = lease;
    this.preconnection = null;
  }

  /**
   * Opens the streams, after the handshake: older versions of Conscrypt do it when they are asked
   * for one, whatever the socket's user has still to set. Called by who then publishes the
   * handshake.
   */
  void openStreams() throws IOException {
    in = tls.getInputStream();
    out = tls.getOutputStream();
  }

  private Connection(Connection other, Preconnection preconnection) {
    this.tcp = other.tcp;
    this.peer = other.peer;
    this.host = other.host;
    this.tls = other.tls;
    this.in = other.in;
    this.out = other.out;
    this.lease = other.lease;
    this.preconnection = preconnection;
  }

  /** This one, known to be a preconnected connection; null for one that is in use. */
  Connection of(Preconnection owner) {
    return new Connection(this, owner);
  }

  /** This one, now that its TCP socket is connected, with TLS layered on it. */
  Connection withTls(boolean autoClose, TlsState state, SocketConfiguration configuration)
      throws IOException {
    LaneLease leased = state.lanes.lease(peer, tcp.getInetAddress(), tcp.getPort());
    try {
      SSLSocket layered =
          (SSLSocket) leased.lane().sockets().createSocket(tcp, host, peer.port(), autoClose);
      boolean verified = providerVerifiesHost(state.settings);
      layered.setSSLParameters(state.settings.sslParameters(verified));
      configuration.applyTo(layered, verified);
      tcp.beforeEachWait(leased::awaitsPeer);
      return new Connection(this, layered, leased);
    } catch (IOException | RuntimeException | Error e) {
      leased.giveBack();
      throw e;
    }
  }

  /**
   * Whether the host is one that JSSE can verify. It refuses names that are none of DNS, such as
   * those with an underscore, which HttpClient's check and {@link HostnameCheck} take.
   */
  boolean providerVerifiesHost(TlsSettings settings) {
    return !settings.hostnameVerification()
        || host == null
        || HostnameCheck.isKnownToProviders(host);
  }

  boolean hasTls() {
    return tls != null;
  }

  /** Gives the lane back and resets the TCP socket; does no harm if that was done already. */
  void abandon() {
    if (preconnection != null) {
      preconnection.release();
      return;
    }
    if (hasTls()) {
      lease.giveBack();
    }
    try {
      tcp.reset();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }
}
