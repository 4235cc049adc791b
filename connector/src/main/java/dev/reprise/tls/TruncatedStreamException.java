package dev.reprise.tls;

import javax.net.ssl.SSLException;

/**
 * Thrown if the connection ended without close_notify after part of a response was read. The
 * response may be cut short, by the peer or by an attacker on the way (RFC 8446 section 6.1, RFC
 * 9112 section 9.8).
 */
public final class TruncatedStreamException extends SSLException {

  private static final long serialVersionUID = 1;

  TruncatedStreamException(Peer peer) {
    super(
        peer
            + " ended the connection without close_notify: the response may be truncated. If this"
            + " server is known to end its responses so, set requireCloseNotify(false), with"
            + " Spring Boot reprise.require-close-notify=false");
  }

  /** Replaces it when serialized: another JVM may lack this class. */
  private Object writeReplace() {
    SSLException known = new SSLException(getMessage(), getCause());
    known.setStackTrace(getStackTrace());
    for (Throwable suppressed : getSuppressed()) {
      known.addSuppressed(suppressed);
    }
    return known;
  }
}
