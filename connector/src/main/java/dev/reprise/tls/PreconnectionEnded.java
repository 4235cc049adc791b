package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Tells a {@link TlsListener} that a preconnected connection ended. Immutable.
 *
 * @since 0.1.0
 */
public final class PreconnectionEnded {

  private final Peer peer;
  private final PreconnectionOutcome outcome;
  private final IOException cause;
  private final long nanos;

  PreconnectionEnded(Peer peer, PreconnectionOutcome outcome, IOException cause, long nanos) {
    this.peer = peer;
    this.outcome = outcome;
    this.cause = cause;
    this.nanos = nanos;
  }

  /** Returns the server. */
  public Peer peer() {
    return peer;
  }

  /** Returns how the connection ended. */
  public PreconnectionOutcome outcome() {
    return outcome;
  }

  /**
   * Returns the exception by which the connection broke or could not be opened, if there was one.
   */
  public Optional<IOException> cause() {
    return Optional.ofNullable(cause);
  }

  /**
   * Returns how long the connection was ready. If it could not be opened: how long the attempt
   * took.
   */
  public Duration age() {
    return Duration.ofNanos(nanos);
  }

  @Override
  public String toString() {
    return peer
        + ": preconnected connection "
        + outcome
        + " after "
        + Millis.of(age())
        + (cause == null ? "" : ": " + cause);
  }
}
