package dev.reprise.tls;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

public final class Recorder implements TlsListener {

  public final List<Handshake> handshakes = new CopyOnWriteArrayList<>();
  final List<Boolean> resumed = new CopyOnWriteArrayList<>();
  final List<ConnectFailed> connectFailures = new CopyOnWriteArrayList<>();
  final List<HandshakeFailed> failures = new CopyOnWriteArrayList<>();
  final List<ReducedClientHelloRefused> refusals = new CopyOnWriteArrayList<>();
  public final List<CloseOutcome> closes = new CopyOnWriteArrayList<>();
  public final List<Duration> closeTimes = new CopyOnWriteArrayList<>();
  final List<PreconnectionEnded> preconnections = new CopyOnWriteArrayList<>();
  final List<String> ofPreconnections = new CopyOnWriteArrayList<>();
  final List<PreconnectPaused> pauses = new CopyOnWriteArrayList<>();

  /** What the test does when a refusal or a preconnected connection is reported. */
  volatile Consumer<TlsEvent> then = event -> {};

  @Override
  public void handshakeCompleted(Handshake event) {
    handshakes.add(event);
    resumed.add(event.resumed());
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
    then.accept(event);
  }

  @Override
  public void closed(ConnectionClosed event) {
    closes.add(event.outcome());
    closeTimes.add(event.duration());
  }

  @Override
  public void preconnectionOpened(PreconnectionOpened event) {
    ofPreconnections.add("OPENED");
    then.accept(event);
  }

  @Override
  public void preconnectionEnded(PreconnectionEnded event) {
    preconnections.add(event);
    ofPreconnections.add(event.outcome().name());
    then.accept(event);
  }

  @Override
  public void preconnectPaused(PreconnectPaused event) {
    pauses.add(event);
  }
}
