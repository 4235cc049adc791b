package dev.reprise.httpclient;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.HandshakeCompleted;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A client, and what its TLS connections told. */
public abstract class Recorded implements AutoCloseable {

  /** A close timeout that a server's close is sure to come within, on a slow machine too. */
  public static final Duration LONG_WAIT = Duration.ofSeconds(20);

  /** Far above any work to be done, far below all other timeouts. */
  public static final Duration AT_ONCE = Duration.ofSeconds(5);

  public final TlsStatistics statistics = new TlsStatistics();
  public final List<CloseOutcome> closes = new CopyOnWriteArrayList<>();
  public final List<Duration> closeTimes = new CopyOnWriteArrayList<>();
  public final List<Handshake> handshakes = new CopyOnWriteArrayList<>();

  /** How connections were closed, once there are so many: another thread may report them. */
  public List<CloseOutcome> closes(int count) {
    while (closes.size() < count) {
      Thread.onSpinWait();
    }
    return closes;
  }

  /** The same settings, which tell this one. */
  protected TlsSettings recorded(TlsSettings.Builder tls) {
    return tls.addListener(statistics).addListener(new Recorder()).build();
  }

  /** Connections that calls have. */
  public abstract int leased();

  private final class Recorder implements TlsListener {
    @Override
    public void handshakeCompleted(HandshakeCompleted event) {
      handshakes.add(event.handshake());
    }

    @Override
    public void closed(ConnectionClosed event) {
      closes.add(event.outcome());
      closeTimes.add(event.duration());
    }
  }
}
