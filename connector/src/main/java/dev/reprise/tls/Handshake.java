package dev.reprise.tls;

/**
 * Tells a {@link TlsListener} that a handshake completed, and what it negotiated. The duration is
 * the time from the first byte of the handshake to the last. Immutable.
 */
public final class Handshake extends TlsEvent {

  private final String protocol;
  private final String cipherSuite;
  private final FullHandshakeCause fullCause;

  Handshake(
      Peer peer, String protocol, String cipherSuite, FullHandshakeCause fullCause, long nanos) {
    super(peer, nanos);
    this.protocol = protocol;
    this.cipherSuite = cipherSuite;
    this.fullCause = fullCause;
  }

  /** Returns JSSE's name of the protocol version, such as {@code TLSv1.3}. */
  public String protocol() {
    return protocol;
  }

  /** Returns JSSE's name of the cipher suite, such as {@code TLS_AES_256_GCM_SHA384}. */
  public String cipherSuite() {
    return cipherSuite;
  }

  /**
   * Returns whether the handshake resumed an earlier session (RFC 8446 section 2.2, RFC 5246
   * section 7.3). If so, no certificate was sent or checked.
   */
  public boolean resumed() {
    return fullCause == null;
  }

  /** Returns why the handshake was a full one, or null for a resumed one. */
  public FullHandshakeCause fullCause() {
    return fullCause;
  }

  String negotiated() {
    return protocol + " " + cipherSuite + (resumed() ? " resumed" : " full " + fullCause);
  }

  @Override
  public String toString() {
    return peer() + ": " + negotiated() + " in " + millis(nanos);
  }
}
