package dev.reprise.tls;

import jdk.jfr.FlightRecorder;

/**
 * Makes events for Java Flight Recorder. Loaded only where the module {@code jdk.jfr} is; the event
 * classes are loaded when a recording is first made in this JVM.
 */
final class FlightRecorderListener implements TlsListener {

  @Override
  public void handshakeCompleted(HandshakeCompleted completed) {
    if (FlightRecorder.isInitialized()) {
      TlsHandshakeEvent event = new TlsHandshakeEvent();
      if (event.shouldCommit()) {
        event.completed(completed);
        event.commit();
      }
    }
  }

  @Override
  public void connectFailed(ConnectFailed failed) {
    if (FlightRecorder.isInitialized()) {
      TlsConnectFailedEvent event = new TlsConnectFailedEvent();
      if (event.shouldCommit()) {
        event.failed(failed);
        event.commit();
      }
    }
  }

  @Override
  public void handshakeFailed(HandshakeFailed failed) {
    if (FlightRecorder.isInitialized()) {
      TlsHandshakeEvent event = new TlsHandshakeEvent();
      if (event.shouldCommit()) {
        event.failed(failed);
        event.commit();
      }
    }
  }

  @Override
  public void reducedClientHelloRefused(ReducedClientHelloRefused refused) {
    if (FlightRecorder.isInitialized()) {
      TlsReducedClientHelloRefusedEvent event = new TlsReducedClientHelloRefusedEvent();
      if (event.shouldCommit()) {
        event.refused(refused);
        event.commit();
      }
    }
  }

  @Override
  public void closed(ConnectionClosed closed) {
    if (FlightRecorder.isInitialized()) {
      TlsCloseEvent event = new TlsCloseEvent();
      if (event.shouldCommit()) {
        event.closed(closed);
        event.commit();
      }
    }
  }

  @Override
  public void preconnectionEnded(PreconnectionEnded ended) {
    if (FlightRecorder.isInitialized()) {
      TlsPreconnectionEvent event = new TlsPreconnectionEvent();
      if (event.shouldCommit()) {
        event.ended(ended);
        event.commit();
      }
    }
  }
}
