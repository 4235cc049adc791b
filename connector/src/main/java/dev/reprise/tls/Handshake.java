package dev.reprise.tls;

import java.time.Duration;

/** What a completed TLS handshake negotiated. Immutable. */
public final class Handshake {

  /** JSSE's name of the protocol version. */
  static final String TLS13 = "TLSv1.3";

  private final String protocol;
  private final String cipherSuite;
  private final FullHandshakeCause fullCause;
  private final long nanos;

  /** A handshake; {@code fullCause} is null for a resumed one. */
  Handshake(String protocol, String cipherSuite, FullHandshakeCause fullCause, long nanos) {
    this.protocol = protocol;
    this.cipherSuite = cipherSuite;
    this.fullCause = fullCause;
    this.nanos = nanos;
  }

  /** Protocol version in JSSE's words, such as {@code TLSv1.3}. */
  public String protocol() {
    return protocol;
  }

  /** Cipher suite in JSSE's words, such as {@code TLS_AES_256_GCM_SHA384}. */
  public String cipherSuite() {
    return cipherSuite;
  }

  /**
   * Whether an earlier session was resumed (RFC 8446 section 2.2, RFC 5246 section 7.3), so that no
   * certificate was sent or checked.
   */
  public boolean resumed() {
    return fullCause == null;
  }

  /** Why the handshake was a full one; null if it was not. */
  public FullHandshakeCause fullCause() {
    return fullCause;
  }

  /** Time from the first handshake byte to the last. */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  @Override
  public String toString() {
    return protocol + " " + cipherSuite + (resumed() ? " resumed" : " full " + fullCause);
  }
}
