package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;

/** Tells a {@link TlsListener} of a TCP connection that could not be made. Immutable. */
public final class ConnectFailed {

  private final Peer peer;
  private final IOException cause;
  private final long nanos;

  ConnectFailed(Peer peer, IOException cause, long nanos) {
    this.peer = peer;
    this.cause = cause;
    this.nanos = nanos;
  }

  /** The server. Not null. */
  public Peer peer() {
    return peer;
  }

  /** What the caller gets to see, if it has no further address of the server to try. Not null. */
  public IOException cause() {
    return cause;
  }

  /** How long it was tried. Not null. */
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  @Override
  public String toString() {
    return peer + ": connecting failed in " + Millis.of(duration()) + ": " + cause;
  }
}
