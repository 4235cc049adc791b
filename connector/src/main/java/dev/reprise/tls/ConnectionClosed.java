package dev.reprise.tls;

import java.time.Duration;

/**
 * Tells a {@link TlsListener} that a connection was closed after its handshake had completed.
 * Immutable.
 *
 * @since 0.1.0
 */
public final class ConnectionClosed {

  private final Peer peer;
  private final Handshake handshake;
  private final CloseOutcome outcome;
  private final long reuses;
  private final long nanos;

  ConnectionClosed(Peer peer, Handshake handshake, CloseOutcome outcome, long reuses, long nanos) {
    this.peer = peer;
    this.handshake = handshake;
    this.outcome = outcome;
    this.reuses = reuses;
    this.nanos = nanos;
  }

  /** Returns the server. */
  public Peer peer() {
    return peer;
  }

  /** Returns the handshake that the connection began with. */
  public Handshake handshake() {
    return handshake;
  }

  /** Returns how the connection ended. */
  public CloseOutcome outcome() {
    return outcome;
  }

  /** Returns how many requests the connection served after its first. */
  public long reuses() {
    return reuses;
  }

  /** Returns how long the close held its caller. */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  @Override
  public String toString() {
    return peer
        + ": "
        + handshake
        + " in "
        + Millis.of(handshake.duration())
        + ", closed in "
        + Millis.of(duration())
        + ", "
        + outcome;
  }
}
