package dev.reprise.tls;

import java.time.Duration;

/** What a completed TLS handshake negotiated. Immutable. */
public final class Handshake {

  private final String protocol;
  private final String cipherSuite;
  private final boolean resumed;
  private final long nanos;

  Handshake(String protocol, String cipherSuite, boolean resumed, long nanos) {
    this.protocol = protocol;
    this.cipherSuite = cipherSuite;
    this.resumed = resumed;
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
    return resumed;
  }

  /** Time from the first handshake byte to the last. */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  boolean isTls13() {
    return "TLSv1.3".equals(protocol);
  }

  @Override
  public String toString() {
    return protocol + " " + cipherSuite + (resumed ? " resumed" : " full");
  }
}
