package dev.reprise.tls;

import java.time.Duration;

/** Tells a {@link TlsListener} of a preconnected connection that was opened. Immutable. */
public final class PreconnectionOpened {

  private final Peer peer;
  private final Handshake handshake;
  private final long nanos;

  PreconnectionOpened(Peer peer, Handshake handshake, long nanos) {
    this.peer = peer;
    this.handshake = handshake;
    this.nanos = nanos;
  }

  /** The server. Not null. */
  public Peer peer() {
    return peer;
  }

  /** Its handshake. Not null. */
  public Handshake handshake() {
    return handshake;
  }

  /**
   * How long it took to connect and do the handshake, which a call that uses it saves. Not null.
   */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  @Override
  public String toString() {
    return peer + ": preconnected connection opened in " + Millis.of(duration()) + ", " + handshake;
  }
}
