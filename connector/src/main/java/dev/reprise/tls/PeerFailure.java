package dev.reprise.tls;

import java.io.IOException;
import java.time.Instant;

/** A connection to a peer that could not be made, or whose handshake failed. Immutable. */
public final class PeerFailure {

  private final Instant at;
  private final IOException cause;

  PeerFailure(Instant at, IOException cause) {
    this.at = at;
    this.cause = cause;
  }

  /** When it failed. Not null. */
  public Instant at() {
    return at;
  }

  /** What the caller got to see. Not null. */
  public IOException cause() {
    return cause;
  }

  @Override
  public String toString() {
    return at + ": " + cause;
  }
}
