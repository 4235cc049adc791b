package dev.reprise.tls;

import java.io.IOException;
import java.time.Instant;

/**
 * Tells a {@link TlsListener} that a connection could not be made, or that a handshake failed.
 * Immutable.
 */
public abstract class TlsFailure extends TlsEvent {

  private final Instant at = Instant.now();
  private final IOException cause;

  TlsFailure(Peer peer, IOException cause, long nanos) {
    super(peer, nanos);
    this.cause = cause;
  }

  /** Returns when it failed. */
  public Instant at() {
    return at;
  }

  /** Returns the exception. The caller gets the same one, unless the class says otherwise. */
  public IOException cause() {
    return cause;
  }
}
