package dev.reprise.tls;

import java.io.IOException;
import java.time.Instant;

/**
 * A connection to a peer that could not be made, or whose handshake failed. Immutable.
 *
 * @since 0.1.0
 */
public final class PeerFailure {

  private final Instant at;
  private final IOException cause;

  PeerFailure(Instant at, IOException cause) {
    this.at = at;
    this.cause = cause;
  }

  /** Returns when it failed. */
  public Instant at() {
    return at;
  }

  /** Returns the failure that the caller saw. */
  public IOException cause() {
    return cause;
  }

  @Override
  public String toString() {
    return at + ": " + cause;
  }
}
