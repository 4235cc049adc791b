package dev.reprise.tls;

import java.time.Duration;

/**
 * Tells a {@link TlsListener} of the close of a connection whose handshake had completed.
 * Immutable.
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

  /** The server. Not null. */
  public Peer peer() {
    return peer;
  }

  /** The handshake that the connection began with. Not null. */
  public Handshake handshake() {
    return handshake;
  }

  /** How the connection ended. Not null. */
  public CloseOutcome outcome() {
    return outcome;
  }

  /** How many further requests the connection served after its first. */
  public long reuses() {
    return reuses;
  }

  /** What closing cost its caller. Not null. */
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
