package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;

/**
 * Tells a {@link TlsListener} that a peer refused a reduced ClientHello, which offers only what the
 * peer chose before. The peer was restarted, has changed, or belongs to a cluster whose members
 * differ or share no ticket keys. Immutable.
 *
 * @since 0.1.0
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

  /** Returns the server. */
  public Peer peer() {
    return peer;
  }

  /**
   * Returns what was offered: the protocol version and, with TLS 1.3, the one named group, such as
   * {@code TLSv1.3 x25519} or {@code TLSv1.2}.
   */
  public String offer() {
    return offer;
  }

  /** Returns the failure of the handshake, which the caller does not see. */
  public IOException cause() {
    return cause;
  }

  /**
   * Returns the time from the first byte of the handshake to the refusal. The caller waits for this
   * time, and for the new connection that follows.
   */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  /**
   * Returns how many handshakes in a row the peer has to resume before it gets the next reduced
   * ClientHello. It is 12, and four times as many after each further refusal within an hour. Until
   * then each handshake offers everything.
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
