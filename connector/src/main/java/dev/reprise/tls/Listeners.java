package dev.reprise.tls;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Passes events on to every listener, and keeps a listener's exception from the connection. */
final class Listeners implements TlsListener {

  private static final System.Logger LOG = System.getLogger(TlsListener.class.getName());

  private final TlsListener[] listeners;
  private final Set<TlsListener> reported = ConcurrentHashMap.newKeySet();

  /** Those given, and those of the log and, where the JDK has it, of Java Flight Recorder. */
  Listeners(List<TlsListener> given) {
    List<TlsListener> all = new ArrayList<>(given);
    all.add(new LoggingListener());
    if (ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
      all.add(new FlightRecorderListener());
    }
    listeners = all.toArray(new TlsListener[0]);
  }

  @Override
  public void handshakeCompleted(Peer peer, Handshake handshake) {
    each(listener -> listener.handshakeCompleted(peer, handshake));
  }

  @Override
  public void handshakeFailed(Peer peer, IOException cause, Duration duration) {
    each(listener -> listener.handshakeFailed(peer, cause, duration));
  }

  @Override
  public void closed(Peer peer, Handshake handshake, CloseOutcome outcome, Duration duration) {
    each(listener -> listener.closed(peer, handshake, outcome, duration));
  }

  private void each(Consumer<TlsListener> call) {
    for (TlsListener listener : listeners) {
      try {
        call.accept(listener);
      } catch (RuntimeException e) {
        if (reported.add(listener)) {
          LOG.log(Level.WARNING, "A TlsListener threw; further exceptions of it are not logged", e);
        }
      }
    }
  }
}
