package dev.reprise.tls;

import java.time.Duration;

/**
 * Tells a {@link TlsListener} that no preconnected connections are opened to a peer for a while.
 * Immutable.
 *
 * @since 0.1.0
 */
public final class PreconnectPaused {

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

    String words() {
      return words;
    }
  }

  private final Peer peer;
  private final Reason reason;
  private final long nanos;

  PreconnectPaused(Peer peer, Reason reason, long nanos) {
    this.peer = peer;
    this.reason = reason;
    this.nanos = nanos;
  }

  /** Returns the server. */
  public Peer peer() {
    return peer;
  }

  /** Returns the reason. */
  public Reason reason() {
    return reason;
  }

  /** Returns how long the pause lasts from now on. */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  @Override
  public String toString() {
    return peer
        + ": no preconnected connections for "
        + Math.round(nanos / 1e9)
        + " s: "
        + reason.words();
  }
}
