package dev.reprise.tls;

import java.io.IOException;

/**
 * Tells a {@link TlsListener} that a handshake failed. The duration is the time from the first byte
 * of the handshake to its failure, or to its completion if that came first. Immutable.
 */
public final class HandshakeFailed extends TlsFailure {

  private final boolean afterCompletion;

  HandshakeFailed(Peer peer, IOException cause, long nanos, boolean afterCompletion) {
    super(peer, cause, nanos);
    this.afterCompletion = afterCompletion;
  }

  /**
   * Returns whether the peer refused the handshake after it had completed on this side and had been
   * reported as completed. The peer then sends an alert instead of a response. A TLS 1.3 server
   * does so if it rejects the client's certificate or requires one (RFC 8446 section 4.4.2.4). A
   * request may have been sent by then.
   */
  public boolean afterCompletion() {
    return afterCompletion;
  }

  @Override
  public String toString() {
    String how = afterCompletion ? ": handshake refused after " : ": handshake failed in ";
    return peer() + how + millis(nanos) + ": " + cause();
  }
}
