package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;
import jdk.jfr.FlightRecorder;

/**
 * Makes events for Java Flight Recorder. Loaded only where the module {@code jdk.jfr} is; the event
 * classes are loaded when a recording is first made in this JVM.
 */
final class FlightRecorderListener implements TlsListener {

  @Override
  public void handshakeCompleted(Peer peer, Handshake handshake) {
    if (FlightRecorder.isInitialized()) {
      TlsHandshakeEvent event = new TlsHandshakeEvent();
      if (event.shouldCommit()) {
        event.completed(peer, handshake);
        event.commit();
      }
    }
  }

  @Override
  public void handshakeFailed(Peer peer, IOException cause, Duration duration) {
    if (FlightRecorder.isInitialized()) {
      TlsHandshakeEvent event = new TlsHandshakeEvent();
      if (event.shouldCommit()) {
        event.failed(peer, cause, duration);
        event.commit();
      }
    }
  }

  @Override
  public void closed(Peer peer, CloseOutcome outcome, Duration duration) {
    if (FlightRecorder.isInitialized()) {
      TlsCloseEvent event = new TlsCloseEvent();
      if (event.shouldCommit()) {
        event.closed(peer, outcome, duration);
        event.commit();
      }
    }
  }
}
