package dev.reprise.tls;

import java.io.IOException;
import java.util.Optional;

/**
 * Tells a {@link TlsListener} that a preconnected connection ended. The duration is how long it was
 * ready, or how long the attempt took if it could not be opened. Immutable.
 */
public final class PreconnectionEnded extends TlsEvent {

  private final PreconnectionOutcome outcome;
  private final IOException cause;

  PreconnectionEnded(Peer peer, PreconnectionOutcome outcome, IOException cause, long nanos) {
    super(peer, nanos);
    this.outcome = outcome;
    this.cause = cause;
  }

  /** Returns how the connection ended. */
  public PreconnectionOutcome outcome() {
    return outcome;
  }

  /** Returns the exception that broke the connection or prevented its opening, if there was one. */
  public Optional<IOException> cause() {
    return Optional.ofNullable(cause);
  }

  @Override
  public String toString() {
    String ended = peer() + ": preconnected connection " + outcome + " after " + millis(nanos);
    return cause == null ? ended : ended + ": " + cause;
  }
}
