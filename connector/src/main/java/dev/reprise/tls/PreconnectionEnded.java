package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Tells a {@link TlsListener} of a preconnected connection that ended. Immutable. */
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

  /** The server. Not null. */
  public Peer peer() {
    return peer;
  }

  /** How it ended. Not null. */
  public PreconnectionOutcome outcome() {
    return outcome;
  }

  /** Why it could not be opened or broke, if an exception told. Not null. */
  public Optional<IOException> cause() {
    return Optional.ofNullable(cause);
  }

  /** How long it was ready; for one that could not be opened, how long that took. Not null. */
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
