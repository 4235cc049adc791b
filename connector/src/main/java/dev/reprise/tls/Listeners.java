package dev.reprise.tls;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Passes events on to every listener, and keeps whatever a listener throws from the connection.
 *
 * <p>A {@link VirtualMachineError} is no exception to that: by the time it is caught here the
 * listener's stack is gone, and with it what it held. If it were thrown on, a call with a sound
 * connection would fail, and HttpClient would close its whole pool.
 */
final class Listeners implements TlsListener {

  private static final System.Logger LOG = System.getLogger(TlsListener.class.getName());

  private final TlsListener[] listeners;
  private final Set<TlsListener> reported = ConcurrentHashMap.newKeySet();

  /**
   * Those given, and those of the log and, where the JDK has it, of Java Flight Recorder.
   *
   * @param name what the log calls the client; empty for nothing
   */
  Listeners(List<TlsListener> given, String name) {
    List<TlsListener> all = new ArrayList<>(given);
    all.add(new LoggingListener(name));
    if (ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
      all.add(new FlightRecorderListener());
    }
    listeners = all.toArray(new TlsListener[0]);
  }

  @Override
  public void handshakeCompleted(HandshakeCompleted event) {
    each(listener -> listener.handshakeCompleted(event));
  }

  @Override
  public void connectFailed(ConnectFailed event) {
    each(listener -> listener.connectFailed(event));
  }

  @Override
  public void handshakeFailed(HandshakeFailed event) {
    each(listener -> listener.handshakeFailed(event));
  }

  @Override
  public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
    each(listener -> listener.reducedClientHelloRefused(event));
  }

  @Override
  public void closed(ConnectionClosed event) {
    each(listener -> listener.closed(event));
  }

  /**
   * A connection was closed by somebody who may hold a lock. What is ours waits for none and is
   * told here.
   */
  void closedWithinLock(ConnectionClosed event) {
    for (TlsListener listener : listeners) {
      if (isOurs(listener)) {
        tell(listener, each -> each.closed(event));
      } else {
        Elsewhere.tell(() -> tell(listener, each -> each.closed(event)));
      }
    }
  }

  private static boolean isOurs(TlsListener listener) {
    return listener instanceof TlsStatistics
        || listener instanceof LoggingListener
        || listener instanceof FlightRecorderListener;
  }

  @Override
  public void preconnectionOpened(PreconnectionOpened event) {
    each(listener -> listener.preconnectionOpened(event));
  }

  @Override
  public void preconnectionEnded(PreconnectionEnded event) {
    each(listener -> listener.preconnectionEnded(event));
  }

  @Override
  public void preconnectPaused(PreconnectPaused event) {
    each(listener -> listener.preconnectPaused(event));
  }

  private void each(Consumer<TlsListener> call) {
    for (TlsListener listener : listeners) {
      tell(listener, call);
    }
  }

  private void tell(TlsListener listener, Consumer<TlsListener> call) {
    try {
      call.accept(listener);
    } catch (Throwable e) {
      threw(listener, e);
    }
  }

  private void threw(TlsListener listener, Throwable thrown) {
    if (thrown instanceof InterruptedException) {
      // Thrown past the compiler, as other languages can; the flag was cleared with it.
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
      // The log, or the listener's hashCode, throws too: there is nobody left to tell.
    }
  }
}
