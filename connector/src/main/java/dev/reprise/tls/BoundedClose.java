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

  /** So much fits into any send buffer but one made small, so that close_notify cannot block. */
  private static final int SMALL = 16 * 1024;

  /** Into a smaller one this part of it fits, however small the pieces were that were written. */
  private static final int SMALL_PART = 32;

  /** What may answer the peer while its close is awaited, such as the update of a key. */
  private static final int MOST_ANSWERS = 1024;

  private static final long WRITE_NANOS = 20_000_000;

  /** For reading what is there already. */
  private static final long READ_NANOS = 1_000_000;

  private final SSLSocket tls;
  private final TcpSocket tcp;
  private final boolean autoClose;
  private final ProviderTraits traits;

  /** Closes the TCP socket if a write blocks; null while none can. */
  private Future<?> watchdog;

  BoundedClose(SSLSocket tls, TcpSocket tcp, boolean autoClose, ProviderTraits traits) {
    this.tls = tls;
    this.tcp = tcp;
    this.autoClose = autoClose;
    this.traits = traits;
  }

  /**
   * Lets the peer close first (RFC 9112 section 9.6): reads and discards up to its end, then
   * answers.
   *
   * @param alertsInClear whether the TLS version has records of a type of their own for alerts, so
   *     that TLS need not decrypt close_notify to be done with the connection; which costs as much
   *     as the rest of a close
   * @param since when application data was read last; the wait counts from there, so that nothing
   *     is waited for on a connection that has been idle
   */
  CloseOutcome peerFirst(
      InputStream in, boolean alertsInClear, AdaptiveWait wait, long since, int drainLimit)
      throws IOException {
    long waited = wait.next();
    long deadline = since + waited;
    boolean idle = deadline - System.nanoTime() <= 0;
    if (idle) {
      if (waited == 0 || in.available() == 0 && !tcp.hasInput()) {
        return atOnce(CloseOutcome.LOCAL);
      }
      waited = READ_NANOS;
      deadline = System.nanoTime() + READ_NANOS;
    }
    int drained = 0;
    CloseOutcome outcome;
    boolean mayWrite = guard(Math.max(0, deadline - System.nanoTime()));
    tcp.readUntil(deadline, mayWrite ? MOST_ANSWERS : 0);
    try {
      byte[] sink = null;
      int count = -1;
      boolean told = alertsInClear && traits.readsRecordByRecord() && in.available() == 0;
      if (!told || !tcp.endsNext()) {
        sink = new byte[Math.min(drainLimit + 1, 4096)];
        count = in.read(sink);
      }
      while (count > 0 && (drained += count) <= drainLimit) {
        count = in.read(sink);
      }
      if (count > 0) {
        abort();
        return CloseOutcome.DATA_AFTER_RESPONSE;
      }
      if (tcp.wasReset()) {
        return brokenOff(CloseOutcome.RESET);
      }
      wait.kept(waited);
      outcome = end(tcp);
    } catch (SocketTimeoutException e) {
      if (tcp.isGivenUp()) {
        return abort();
      }
      outcome = missed(wait, waited, idle);
    } catch (IOException e) {
      if (System.nanoTime() - deadline < 0) {
        return brokenOff(CloseOutcome.RESET);
      }
      // A timeout within a record is fatal to JSSE before 11.0.7 (JDK-8239798).
      return brokenOff(missed(wait, waited, idle));
    } finally {
      release();
    }
    return atOnce(drained > 0 ? CloseOutcome.DATA_AFTER_RESPONSE : outcome);
  }

  /**
   * Has the TCP socket closed if a write blocks, which it could if much was written.
   *
   * @return false if no thread can be had for that, so that nothing is to be written
   */
  private boolean guard(long waitNanos) {
    if (tcp.written() <= Math.min(SMALL, tcp.sendBuffer() / SMALL_PART)) {
      return true;
    }
    watchdog = CloseWatchdog.guard(tcp, waitNanos + WRITE_NANOS);
    return watchdog != null;
  }

  private void release() {
    if (watchdog != null) {
      watchdog.cancel(false);
      watchdog = null;
    }
  }

  /** The peer is not to blame if nobody has waited for it. */
  private static CloseOutcome missed(AdaptiveWait wait, long waited, boolean idle) {
    if (idle) {
      return CloseOutcome.LOCAL;
    }
    wait.missed(waited);
    return CloseOutcome.WAIT_EXPIRED;
  }

  /** Ends a connection that is of no use any more: it broke or was given up. */
  private CloseOutcome brokenOff(CloseOutcome outcome) throws IOException {
    boolean givenUp = tcp.isGivenUp();
    abort();
    return givenUp ? CloseOutcome.ABORTED : outcome;
  }

  /** How a TLS stream that was read to its end was ended. */
  static CloseOutcome end(TcpSocket tcp) {
    return tcp.endOfStream() ? CloseOutcome.EOF : CloseOutcome.CLOSE_NOTIFY;
  }

  /** Sends close_notify and closes, without waiting for anything. */
  CloseOutcome atOnce(CloseOutcome outcome) throws IOException {
    boolean mayWrite = guard(0);
    if (outcome == CloseOutcome.LOCAL || outcome == CloseOutcome.WAIT_EXPIRED) {
      // Unread bytes, as of tickets, would make the close a reset, and what is not sent yet lost.
      // Conscrypt closes the TCP socket with close_notify.
      tcp.discardUnread(SMALL);
    }
    try {
      if (mayWrite) {
        sendCloseNotify();
      }
    } finally {
      release();
      tcp.close();
    }
    if (!mayWrite) {
      releaseProvider();
    }
    return outcome;
  }

  /**
   * Closes under threads that read or write: what they have written goes out, and close_notify
   * behind it unless a full send buffer or a write that is under way holds that up.
   */
  CloseOutcome underUse() throws IOException {
    watchdog = CloseWatchdog.guard(tcp, WRITE_NANOS);
    if (watchdog == null) {
      return abort();
    }
    try {
      sendCloseNotify();
    } finally {
      release();
      tcp.close();
    }
    return CloseOutcome.LOCAL;
  }

  /**
   * Ends TLS alone, as its provider does: who goes on with the TCP socket needs the stream where
   * the peer's close_notify ends. JSSE's own close is not to be improved on: with TLS 1.3 it sends
   * user_canceled first, which alone makes a peer of JSSE answer at once.
   */
  CloseOutcome leavingTcp() throws IOException {
    try {
      tcp.sendHeld();
    } catch (IOException e) {
      // Its owner has closed the TCP socket, or the peer has.
    }
    tls.close();
    return CloseOutcome.LOCAL;
  }

  /**
   * Resets the TCP connection; writes nothing and waits for nothing. A TCP socket that is not to be
   * closed with this one is left to its owner.
   */
  CloseOutcome abort() throws IOException {
    reset();
    releaseProvider();
    return CloseOutcome.ABORTED;
  }

  private void reset() throws IOException {
    if (autoClose) {
      tcp.reset();
    } else {
      tcp.startClosing();
    }
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
      if (traits.halfCloseSendsCloseNotify()) {
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
    if (!traits.halfCloseSendsCloseNotify()) {
      tcp.startClosing();
      try {
        tls.close();
      } catch (IOException e) {
        // Nothing of the connection is left to be saved.
      }
    }
  }
}
