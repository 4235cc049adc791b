package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps every event. */
final class Recorder implements TlsListener {

  final List<Handshake> handshakes = new CopyOnWriteArrayList<>();
  final List<IOException> failures = new CopyOnWriteArrayList<>();
  final List<CloseOutcome> closes = new CopyOnWriteArrayList<>();
  final List<Duration> closeTimes = new CopyOnWriteArrayList<>();

  @Override
  public void handshakeCompleted(Peer peer, Handshake handshake) {
    handshakes.add(handshake);
  }

  @Override
  public void handshakeFailed(Peer peer, IOException cause, Duration duration) {
    failures.add(cause);
  }

  @Override
  public void closed(Peer peer, CloseOutcome outcome, Duration duration) {
    closes.add(outcome);
    closeTimes.add(duration);
  }
}
