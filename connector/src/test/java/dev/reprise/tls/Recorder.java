package dev.reprise.tls;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

final class Recorder implements TlsListener {

  final List<Handshake> handshakes = new CopyOnWriteArrayList<>();
  final List<ConnectFailed> connectFailures = new CopyOnWriteArrayList<>();
  final List<HandshakeFailed> failures = new CopyOnWriteArrayList<>();
  final List<ReducedClientHelloRefused> refusals = new CopyOnWriteArrayList<>();
  final List<CloseOutcome> closes = new CopyOnWriteArrayList<>();
  final List<Duration> closeTimes = new CopyOnWriteArrayList<>();
  final List<PreconnectionEnded> preconnections = new CopyOnWriteArrayList<>();
  final List<String> ofPreconnections = new CopyOnWriteArrayList<>();
  final List<PreconnectPaused> pauses = new CopyOnWriteArrayList<>();

  @Override
  public void handshakeCompleted(Handshake event) {
    handshakes.add(event);
  }

  @Override
  public void connectFailed(ConnectFailed event) {
    connectFailures.add(event);
  }

  @Override
  public void handshakeFailed(HandshakeFailed event) {
    failures.add(event);
  }

  @Override
  public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
    refusals.add(event);
  }

  @Override
  public void closed(ConnectionClosed event) {
    closes.add(event.outcome());
    closeTimes.add(event.duration());
  }

  @Override
  public void preconnectionOpened(PreconnectionOpened event) {
    ofPreconnections.add("OPENED");
  }

  @Override
  public void preconnectionEnded(PreconnectionEnded event) {
    preconnections.add(event);
    ofPreconnections.add(event.outcome().name());
  }

  @Override
  public void preconnectPaused(PreconnectPaused event) {
    pauses.add(event);
  }
}
