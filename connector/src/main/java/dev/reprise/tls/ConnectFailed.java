package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;

/**
 * Tells a {@link TlsListener} that a TCP connection could not be made. Immutable.
 *
 * @since 0.1.0
 */
public final class ConnectFailed {

  private final Peer peer;
  private final IOException cause;
  private final long nanos;

  ConnectFailed(Peer peer, IOException cause, long nanos) {
    this.peer = peer;
    this.cause = cause;
    this.nanos = nanos;
  }

  /** Returns the server. */
  public Peer peer() {
    return peer;
  }

  /** Returns the failure. The caller sees it unless the server has another address to try. */
  public IOException cause() {
    return cause;
  }

  /** Returns how long the attempt took. */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  @Override
  public String toString() {
    return peer + ": connecting failed in " + Millis.of(duration()) + ": " + cause;
  }
}
