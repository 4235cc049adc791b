package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.concurrent.Future;
import javax.net.ssl.SSLSocket;

/**
 * Closes one connection in bounded time, and tells how it ended.
 *
 * <p>The close goes through the TCP socket. {@code SSLSocket.close()} of JSSE sends {@code
 * user_canceled} and waits for SO_TIMEOUT while a TLS 1.3 peer is open (JDK-8274524, JDK-8282600),
 * and {@code shutdownInput()} before the peer's close_notify throws the session away (JDK-8253368);
 * {@code shutdownOutput()} sends close_notify and does neither. Other providers do not send it
 * there, but their {@code close()} finds the socket at its end and does not wait.
 */
final class BoundedClose {

  /** A request of this size fits into any send buffer, so that close_notify cannot block. */
  private static final int SMALL_REQUEST = 16 * 1024;

  private static final long WRITE_NANOS = 20_000_000;

  private final SSLSocket tls;
  private final TcpSocket tcp;
  private final boolean autoClose;
  private final boolean jsse;

  BoundedClose(SSLSocket tls, TcpSocket tcp, boolean autoClose, boolean jsse) {
    this.tls = tls;
    this.tcp = tcp;
    this.autoClose = autoClose;
    this.jsse = jsse;
  }

  /**
   * Lets the peer close first (RFC 9112 section 9.6): reads and discards up to its end, then
   * answers.
   */
  CloseOutcome peerFirst(InputStream in, AdaptiveWait wait, int drainLimit, long written)
      throws IOException {
    long nanos = wait.nanos();
    if (nanos == 0) {
      return atOnce(CloseOutcome.LOCAL, written);
    }
    int timeout = autoClose ? 0 : tcp.getSoTimeout();
    byte[] sink = new byte[Math.min(drainLimit + 1, 4096)];
    int drained = 0;
    CloseOutcome outcome;
    long deadline = System.nanoTime() + nanos;
    tcp.readUntil(deadline);
    try {
      int count = in.read(sink);
      while (count > 0 && (drained += count) <= drainLimit) {
        count = in.read(sink);
      }
      if (count > 0) {
        abort();
        return CloseOutcome.DATA_AFTER_RESPONSE;
      }
      if (tcp.wasReset()) {
        abort();
        return CloseOutcome.RESET;
      }
      wait.kept();
      outcome = end(tcp);
    } catch (SocketTimeoutException e) {
      wait.missed();
      outcome = CloseOutcome.WAIT_EXPIRED;
    } catch (IOException e) {
      abort();
      if (System.nanoTime() - deadline < 0) {
        return CloseOutcome.RESET;
      }
      // A timeout within a record is fatal to JSSE before 11.0.7 (JDK-8239798).
      wait.missed();
      return CloseOutcome.WAIT_EXPIRED;
    }
    if (!autoClose) {
      tcp.setSoTimeout(timeout);
    }
    return atOnce(drained > 0 ? CloseOutcome.DATA_AFTER_RESPONSE : outcome, written);
  }

  /** How a TLS stream that was read to its end was ended. */
  static CloseOutcome end(TcpSocket tcp) {
    return tcp.endOfStream() ? CloseOutcome.EOF : CloseOutcome.CLOSE_NOTIFY;
  }

  /** Sends close_notify and closes, without waiting for anything. */
  CloseOutcome atOnce(CloseOutcome outcome, long written) throws IOException {
    Future<?> watchdog = written > SMALL_REQUEST ? CloseWatchdog.guard(tcp, WRITE_NANOS) : null;
    try {
      sendCloseNotify();
    } finally {
      if (watchdog != null) {
        watchdog.cancel(false);
      }
      if (autoClose) {
        tcp.close();
      }
    }
    return outcome;
  }

  /** Resets the TCP connection; writes nothing and waits for nothing. */
  CloseOutcome abort() throws IOException {
    tcp.reset();
    releaseProvider();
    return CloseOutcome.ABORTED;
  }

  /** Closes a connection that carries no TLS, since no handshake completed. */
  void withoutHandshake() throws IOException {
    if (autoClose) {
      tcp.close();
    }
    releaseProvider();
  }

  private void sendCloseNotify() {
    tcp.startClosing();
    try {
      if (jsse) {
        tls.shutdownOutput();
      } else {
        tls.close();
      }
      tcp.sendHeld();
    } catch (IOException e) {
      // The peer is gone; it will not miss the alert.
    }
  }

  /** Providers other than JSSE may hold native memory until their socket is closed. */
  private void releaseProvider() {
    if (!jsse) {
      tcp.startClosing();
      try {
        tls.close();
      } catch (IOException e) {
        // Nothing of the connection is left to be saved.
      }
    }
  }
}
