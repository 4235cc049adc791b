package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;

/**
 * Tells a {@link TlsListener} that a handshake failed. Immutable.
 *
 * @since 0.1.0
 */
public final class HandshakeFailed {

  private final Peer peer;
  private final IOException cause;
  private final long nanos;
  private final boolean afterCompletion;

  HandshakeFailed(Peer peer, IOException cause, long nanos) {
    this(peer, cause, nanos, false);
  }

  HandshakeFailed(Peer peer, IOException cause, long nanos, boolean afterCompletion) {
    this.peer = peer;
    this.cause = cause;
    this.nanos = nanos;
    this.afterCompletion = afterCompletion;
  }

  /** Returns the server. */
  public Peer peer() {
    return peer;
  }

  /** Returns the failure that the caller sees. */
  public IOException cause() {
    return cause;
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

  /**
   * Returns the time from the first byte of the handshake to its failure, or to its completion if
   * that came first.
   */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  @Override
  public String toString() {
    return peer
        + (afterCompletion ? ": handshake refused after " : ": handshake failed in ")
        + Millis.of(duration())
        + ": "
        + cause;
  }
}
