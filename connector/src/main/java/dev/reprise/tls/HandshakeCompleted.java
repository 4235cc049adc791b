package dev.reprise.tls;

/**
 * Tells a {@link TlsListener} that a handshake completed. Immutable.
 *
 * @since 0.1.0
 */
public final class HandshakeCompleted {

  private final Peer peer;
  private final Handshake handshake;

  HandshakeCompleted(Peer peer, Handshake handshake) {
    this.peer = peer;
    this.handshake = handshake;
  }

  /** Returns the server. */
  public Peer peer() {
    return peer;
  }

  /** Returns what was negotiated, whether a session was resumed, and how long it took. */
  public Handshake handshake() {
    return handshake;
  }

  @Override
  public String toString() {
    return peer + ": " + handshake + " in " + Millis.of(handshake.duration());
  }
}
