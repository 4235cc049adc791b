package dev.reprise.tls;

/**
 * Tells a {@link TlsListener} that no preconnected connections are opened to a peer for a while.
 * The duration is the length of the pause. Immutable.
 */
public final class PreconnectPaused extends TlsEvent {

  /** Why no preconnected connections are opened. */
  public enum Reason {
    /** The peer reset a preconnected connection, or ended it at once. */
    RESET("the peer reset one, or ended it at once"),
    /** A preconnected connection could not be opened; {@link PreconnectionEnded} tells why. */
    NOT_OPENED("one could not be opened"),
    /**
     * A call on a preconnected connection ran into its read timeout, as if something on the way had
     * forgotten it.
     */
    NO_RESPONSE("a call on one timed out without a response"),
    /** Calls configure their sockets differently from the settings. */
    OTHER_CONFIGURATION("calls configure their sockets differently from the settings");

    private final String words;

    Reason(String words) {
      this.words = words;
    }
  }

  private final Reason reason;

  PreconnectPaused(Peer peer, Reason reason, long nanos) {
    super(peer, nanos);
    this.reason = reason;
  }

  /** Returns the reason. */
  public Reason reason() {
    return reason;
  }

  @Override
  public String toString() {
    long seconds = Math.round(nanos / 1e9);
    return peer() + ": no preconnected connections for " + seconds + " s: " + reason.words;
  }
}
