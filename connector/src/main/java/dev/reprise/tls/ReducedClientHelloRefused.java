package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;

/**
 * Tells a {@link TlsListener} of a reduced ClientHello, of only what the peer was known to choose,
 * that the peer did not take: it was restarted, has changed, or is one of a fleet that differs or
 * shares no ticket keys. Immutable.
 */
public final class ReducedClientHelloRefused {

  private final Peer peer;
  private final String offer;
  private final IOException cause;
  private final long nanos;
  private final int resumptionsNeeded;

  ReducedClientHelloRefused(
      Peer peer, ReducedClientHello offer, IOException cause, long nanos, int resumptionsNeeded) {
    this.peer = peer;
    this.offer = offer.toString();
    this.cause = cause;
    this.nanos = nanos;
    this.resumptionsNeeded = resumptionsNeeded;
  }

  /** The server. Not null. */
  public Peer peer() {
    return peer;
  }

  /**
   * What was offered, in words: the protocol version and, with TLS 1.3, the one named group, such
   * as {@code TLSv1.3 x25519} or {@code TLSv1.2}. Not null.
   */
  public String offer() {
    return offer;
  }

  /** What the handshake failed with; its caller does not see it. Not null. */
  public IOException cause() {
    return cause;
  }

  /**
   * What it cost the caller: time from the first handshake byte to the refusal. A connection to the
   * peer is made on top of it. Not null.
   */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  /**
   * How many handshakes in a row the peer has to resume before the next reduced ClientHello is made
   * to it: 12, and four times as many with each refusal within an hour. Until then each handshake
   * offers everything.
   */
  public int resumptionsNeeded() {
    return resumptionsNeeded;
  }

  @Override
  public String toString() {
    return peer
        + ": the server refused a reduced ClientHello ("
        + offer
        + ") after "
        + Millis.of(duration())
        + ". Full ones are sent until "
        + resumptionsNeeded
        + " handshakes in a row have resumed: "
        + cause;
  }
}
