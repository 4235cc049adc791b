package dev.reprise.tls;

import java.time.Duration;

/**
 * Tells a {@link TlsListener} that a preconnected connection was opened. Immutable.
 *
 * @since 0.1.0
 */
public final class PreconnectionOpened {

  private final Peer peer;
  private final Handshake handshake;
  private final long nanos;

  PreconnectionOpened(Peer peer, Handshake handshake, long nanos) {
    this.peer = peer;
    this.handshake = handshake;
    this.nanos = nanos;
  }

  /** Returns the server. */
  public Peer peer() {
    return peer;
  }

  /** Returns the handshake of the connection. */
  public Handshake handshake() {
    return handshake;
  }

  /**
   * Returns how long the connect and the handshake took. A call that uses the connection saves this
   * time.
   */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  @Override
  public String toString() {
    return peer + ": preconnected connection opened in " + Millis.of(duration()) + ", " + handshake;
  }
}
