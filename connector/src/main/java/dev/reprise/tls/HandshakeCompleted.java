package dev.reprise.tls;

/**
 * Tells a {@link TlsListener} that a handshake completed. Immutable.
 *
 * @since 0.1.0
 */
public final class HandshakeCompleted extends TlsEvent {

  private final Handshake handshake;

  HandshakeCompleted(Peer peer, Handshake handshake) {
    super(peer, handshake.nanos);
    this.handshake = handshake;
  }

  /** Returns what was negotiated, whether a session was resumed, and how long it took. */
  public Handshake handshake() {
    return handshake;
  }

  @Override
  public String toString() {
    return peer() + ": " + handshake + " in " + millis(nanos);
  }
}
