package dev.reprise.tls;

import dev.reprise.tls.internal.report.FlightRecorderListener;
import dev.reprise.tls.internal.report.LoggingListener;
import dev.reprise.tls.internal.report.Report;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Creates events and passes them to every listener. Catches whatever a listener throws, so that no
 * connection fails because of it.
 *
 * <p>It catches even a {@link VirtualMachineError}: by then the listener's stack, and the memory
 * that it held, are free again. Rethrown, it would fail a call on a sound connection, and
 * HttpClient would close its whole pool.
 */
final class Listeners implements Report {

  private static final System.Logger LOG = System.getLogger(TlsListener.class.getName());

  private final TlsListener[] listeners;
  private final Set<TlsListener> reported = ConcurrentHashMap.newKeySet();

  /**
   * Takes the given listeners, and adds one for the log and, if the JDK has Flight Recorder, one
   * for that. With {@code stockSockets} there are no listeners.
   */
  Listeners(GivenSettings given) {
    List<TlsListener> all = new ArrayList<>();
    if (!given.stockSockets) {
      all.addAll(given.listeners);
      all.add(new LoggingListener(given.name));
      if (ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
        all.add(new FlightRecorderListener());
      }
    }
    listeners = all.toArray(new TlsListener[0]);
  }

  @Override
  public Handshake handshake(
      Peer peer, String protocol, String cipherSuite, FullHandshakeCause fullCause, long nanos) {
    return new Handshake(peer, protocol, cipherSuite, fullCause, nanos);
  }

  @Override
  public IOException truncated(Peer peer) {
    return new TruncatedStreamException(peer);
  }

  @Override
  public void connectFailed(Peer peer, IOException cause, long nanos) {
    each(TlsListener::connectFailed, new ConnectFailed(peer, cause, nanos));
  }

  @Override
  public void handshakeCompleted(Handshake handshake) {
    each(TlsListener::handshakeCompleted, handshake);
  }

  @Override
  public Runnable handshakeFailed(
      Peer peer, IOException cause, long nanos, boolean afterCompletion) {
    HandshakeFailed event = new HandshakeFailed(peer, cause, nanos, afterCompletion);
    return () -> each(TlsListener::handshakeFailed, event);
  }

  @Override
  public Runnable reducedClientHelloRefused(
      Peer peer, String offer, IOException cause, long nanos, int resumptionsNeeded) {
    ReducedClientHelloRefused event =
        new ReducedClientHelloRefused(peer, offer, cause, nanos, resumptionsNeeded);
    return () -> each(TlsListener::reducedClientHelloRefused, event);
  }

  @Override
  public void closed(Handshake handshake, CloseOutcome outcome, long reuses, long nanos) {
    each(TlsListener::closed, new ConnectionClosed(handshake, outcome, reuses, nanos));
  }

  @Override
  public void preconnectionOpened(Handshake handshake, long nanos) {
    each(TlsListener::preconnectionOpened, new PreconnectionOpened(handshake, nanos));
  }

  @Override
  public void preconnectionEnded(
      Peer peer, PreconnectionOutcome outcome, IOException cause, long nanos) {
    each(TlsListener::preconnectionEnded, new PreconnectionEnded(peer, outcome, cause, nanos));
  }

  @Override
  public void preconnectPaused(Peer peer, PreconnectPaused.Reason reason, long nanos) {
    each(TlsListener::preconnectPaused, new PreconnectPaused(peer, reason, nanos));
  }

  private <E> void each(BiConsumer<TlsListener, E> call, E event) {
    for (TlsListener listener : listeners) {
      try {
        call.accept(listener, event);
      } catch (Throwable e) {
        threw(listener, e);
      }
    }
  }

  private void threw(TlsListener listener, Throwable thrown) {
    if (thrown instanceof InterruptedException) {
      // Other languages can throw it undeclared. The interrupt flag was cleared with it.
      Thread.currentThread().interrupt();
    }
    try {
      if (reported.add(listener)) {
        LOG.log(
            Level.WARNING,
            "A TlsListener threw this. Its further exceptions are not logged",
            thrown);
      }
    } catch (Throwable e) {
      // The log or the listener's hashCode throws too, so nothing can be reported.
    }
  }
}
