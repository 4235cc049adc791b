package dev.reprise.tls;

import java.io.IOException;

/**
 * Tells a {@link TlsListener} that a peer refused a reduced ClientHello, which offers only what the
 * peer chose before. The peer may have changed, or its cluster's members differ or share no ticket
 * keys. The caller does not get the {@link #cause}. Immutable.
 */
public final class ReducedClientHelloRefused extends TlsFailure {

  private final String offer;
  private final int resumptionsNeeded;

  ReducedClientHelloRefused(
      Peer peer, String offer, IOException cause, long nanos, int resumptionsNeeded) {
    super(peer, cause, nanos);
    this.offer = offer;
    this.resumptionsNeeded = resumptionsNeeded;
  }

  /**
   * Returns what was offered: the protocol version and, with TLS 1.3, the one named group, such as
   * {@code TLSv1.3 x25519} or {@code TLSv1.2}.
   */
  public String offer() {
    return offer;
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
    String refused = peer() + ": the server refused a reduced ClientHello (" + offer + ") after ";
    String until = ". Full ones are sent until " + resumptionsNeeded;
    return refused + millis(nanos) + until + " handshakes in a row have resumed: " + cause();
  }
}
