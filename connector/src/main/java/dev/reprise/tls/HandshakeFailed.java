package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;

/** Tells a {@link TlsListener} of a handshake that failed. Immutable. */
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

  /** The server. Not null. */
  public Peer peer() {
    return peer;
  }

  /** What the caller gets to see. Not null. */
  public IOException cause() {
    return cause;
  }

  /**
   * Whether it had completed for this side, and was told of as completed: the peer refused it then,
   * with an alert in the place of a response. With TLS 1.3 a server does so that does not take the
   * client's certificate, or wants one (RFC 8446 section 4.4.2.4), and a request may have been
   * sent.
   */
  public boolean afterCompletion() {
    return afterCompletion;
  }

  /**
   * Time from the first handshake byte to the failure; to the completion, if that came before. Not
   * null.
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
