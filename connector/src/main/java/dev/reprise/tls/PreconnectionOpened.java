package dev.reprise.tls;

/**
 * Tells a {@link TlsListener} that a preconnected connection was opened. The duration is how long
 * the connect and the handshake took. A call that uses the connection saves this time. Immutable.
 */
public final class PreconnectionOpened extends TlsEvent {

  private final Handshake handshake;

  PreconnectionOpened(Handshake handshake, long nanos) {
    super(handshake.peer(), nanos);
    this.handshake = handshake;
  }

  /** Returns the handshake of the connection. */
  public Handshake handshake() {
    return handshake;
  }

  @Override
  public String toString() {
    String opened = peer() + ": preconnected connection opened in " + millis(nanos);
    return opened + ", " + handshake.negotiated();
  }
}
