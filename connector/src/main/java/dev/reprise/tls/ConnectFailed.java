package dev.reprise.tls;

import java.io.IOException;

/**
 * Tells a {@link TlsListener} that a TCP connection could not be made. The caller sees the failure
 * unless the server has another address to try. Immutable.
 */
public final class ConnectFailed extends TlsFailure {

  ConnectFailed(Peer peer, IOException cause, long nanos) {
    super(peer, cause, nanos);
  }

  @Override
  public String toString() {
    return peer() + ": connecting failed in " + millis(nanos) + ": " + cause();
  }
}
