package dev.reprise.tls;

import java.lang.System.Logger.Level;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.HandshakeCompletedEvent;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** The listeners that a socket's user has added. Thread-safe. */
final class HandshakeListeners {

  private static final System.Logger LOG = System.getLogger(ResumingSslSocket.class.getName());

  private final CopyOnWriteArrayList<HandshakeCompletedListener> listeners =
      new CopyOnWriteArrayList<>();

  void add(HandshakeCompletedListener listener) {
    if (listener == null) {
      throw new IllegalArgumentException("listener is null");
    }
    listeners.addIfAbsent(listener);
  }

  void remove(HandshakeCompletedListener listener) {
    if (listener == null || !listeners.remove(listener)) {
      throw new IllegalArgumentException(
          listener == null ? "listener is null" : "listener was not registered");
    }
  }

  /** As with JSSE, which calls them on a thread of their own, what they throw harms nobody else. */
  void tell(SSLSocket socket, SSLSession session) {
    if (listeners.isEmpty()) {
      return;
    }
    HandshakeCompletedEvent event = new HandshakeCompletedEvent(socket, session);
    for (HandshakeCompletedListener listener : listeners) {
      try {
        listener.handshakeCompleted(event);
      } catch (Throwable e) {
        // Other languages throw checked exceptions past the compiler.
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        LOG.log(Level.WARNING, "A HandshakeCompletedListener threw", e);
      }
    }
  }
}
