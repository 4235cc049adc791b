package dev.reprise.tls.internal.report;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.Peer;
import dev.reprise.tls.PreconnectPaused;
import dev.reprise.tls.PreconnectionEnded;
import dev.reprise.tls.PreconnectionOutcome;
import java.io.IOException;

/** Makes the values that users see, and passes events to their listeners. Thread-safe. */
public interface Report {

  /** Returns what a handshake negotiated; {@code fullCause} is null for a resumed one. */
  Handshake handshake(
      Peer peer, String protocol, String cipherSuite, FullHandshakeCause fullCause, long nanos);

  /** Returns the failure of a read whose stream ended without close_notify. */
  IOException truncated(Peer peer);

  void connectFailed(Peer peer, IOException cause, long nanos);

  void handshakeCompleted(Handshake handshake);

  /** Makes the event. Returns the task that passes it to listeners, to run without a lock. */
  Runnable handshakeFailed(Peer peer, IOException cause, long nanos, boolean afterCompletion);

  /** As {@link #handshakeFailed}. */
  Runnable reducedClientHelloRefused(
      Peer peer, String offer, IOException cause, long nanos, int resumptionsNeeded);

  void closed(Handshake handshake, CloseOutcome outcome, long reuses, long nanos);

  void preconnectionOpened(Handshake handshake, long nanos);

  /** As {@link PreconnectionEnded}; the cause may be null. */
  void preconnectionEnded(Peer peer, PreconnectionOutcome outcome, IOException cause, long nanos);

  void preconnectPaused(Peer peer, PreconnectPaused.Reason reason, long nanos);
}
