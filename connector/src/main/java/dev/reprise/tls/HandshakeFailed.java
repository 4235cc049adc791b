package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;

/** Tells a {@link TlsListener} of a handshake that failed. Immutable. */
public final class HandshakeFailed {

  private final Peer peer;
  private final IOException cause;
  private final long nanos;

  HandshakeFailed(Peer peer, IOException cause, long nanos) {
    this.peer = peer;
    this.cause = cause;
    this.nanos = nanos;
  }

  /** The server. Not null. */
  public Peer peer() {
    return peer;
  }

  /** What the caller gets to see. Not null. */
  public IOException cause() {
    return cause;
  }

  /** Time from the first handshake byte to the failure. Not null. */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  @Override
  public String toString() {
    return peer + ": handshake failed in " + Millis.of(duration()) + ": " + cause;
  }
}
