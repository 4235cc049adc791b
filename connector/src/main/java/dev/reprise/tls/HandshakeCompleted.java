package dev.reprise.tls;

/** Tells a {@link TlsListener} of a handshake that completed. Immutable. */
public final class HandshakeCompleted {

  private final Peer peer;
  private final Handshake handshake;

  HandshakeCompleted(Peer peer, Handshake handshake) {
    this.peer = peer;
    this.handshake = handshake;
  }

  /** The server. Not null. */
  public Peer peer() {
    return peer;
  }

  /** What was negotiated, whether a session was resumed, and how long it took. Not null. */
  public Handshake handshake() {
    return handshake;
  }

  @Override
  public String toString() {
    return peer + ": " + handshake + " in " + Millis.of(handshake.duration());
  }
}
