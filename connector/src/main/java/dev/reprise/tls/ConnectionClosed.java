package dev.reprise.tls;

/**
 * Tells a {@link TlsListener} that a connection was closed after its handshake had completed.
 * Immutable.
 */
public final class ConnectionClosed extends TlsEvent {

  private final Handshake handshake;
  private final CloseOutcome outcome;
  private final long reuses;

  ConnectionClosed(Handshake handshake, CloseOutcome outcome, long reuses, long nanos) {
    super(handshake.peer(), nanos);
    this.handshake = handshake;
    this.outcome = outcome;
    this.reuses = reuses;
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

  @Override
  public String toString() {
    return handshake + ", closed in " + millis(nanos) + ", " + outcome;
  }
}
