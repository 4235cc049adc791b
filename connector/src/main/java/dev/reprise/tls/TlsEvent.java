package dev.reprise.tls;

import java.time.Duration;

/** Tells a {@link TlsListener} what happened, and with which server. Immutable. */
public abstract class TlsEvent {

  private final Peer peer;
  final long nanos;

  TlsEvent(Peer peer, long nanos) {
    this.peer = peer;
    this.nanos = nanos;
  }

  /** Returns the server. */
  public Peer peer() {
    return peer;
  }

  /** Returns how long it took, unless the class says otherwise. */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  static String millis(long nanos) {
    return nanos / 10_000 / 100.0 + " ms";
  }
}
