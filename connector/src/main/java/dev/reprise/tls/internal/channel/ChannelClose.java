package dev.reprise.tls.internal.channel;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.internal.lane.AdaptiveWait;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Closes one channel in bounded time, and returns the outcome. */
final class ChannelClose {

  /**
   * A send buffer of default size has room for so many bytes, so that close_notify cannot block.
   */
  private static final int SMALL = 16 * 1024;

  /** A smaller send buffer holds at least its size divided by this, however small the writes. */
  private static final int SMALL_PART = 32;

  /** The most bytes that answer the peer, such as a key update, while its close is awaited. */
  private static final int MOST_ANSWERS = 1024;

  /** The most bytes that a close reads and discards while it waits for the peer. */
  private static final int DRAIN_LIMIT = 16 * 1024;

  /** How long a write may take before it counts as blocked. */
  static final long WRITE_NANOS = 20_000_000;

  /** The time for reading what has already arrived. */
  private static final long READ_NANOS = 1_000_000;

  private final TlsChannel channel;
  private final Tcp tcp;

  /** Closes the TCP socket if a write blocks; null while no write can block. */
  private Future<?> watchdog;

  ChannelClose(TlsChannel channel) {
    this.channel = channel;
    this.tcp = channel.tcp;
  }

  /**
   * Lets the peer close first (RFC 9112 section 9.6): reads and discards data until the peer's end,
   * then answers it.
   *
   * @param since when application data was last read, by System.nanoTime; the wait starts then, so
   *     that a connection that has been idle is not waited for
   */
  CloseOutcome peerFirst(AdaptiveWait wait, long since) throws IOException {
    long waited = wait.next();
    long deadline = since + waited;
    boolean idle = deadline - System.nanoTime() <= 0;
    if (idle) {
      if (waited == 0 || !channel.hasInput()) {
        return atOnce(CloseOutcome.LOCAL);
      }
      waited = READ_NANOS;
      deadline = System.nanoTime() + READ_NANOS;
    }
    boolean mayWrite = guard(Math.max(0, deadline - System.nanoTime()));
    channel.out.answerAtMost(mayWrite ? MOST_ANSWERS : 0);
    int drained;
    try {
      drained = drain(deadline);
    } catch (IOException e) {
      abort();
      return tcp.isGivenUp() ? CloseOutcome.ABORTED : CloseOutcome.RESET;
    } finally {
      release();
    }
    if (drained > DRAIN_LIMIT) {
      abort();
      return CloseOutcome.DATA_AFTER_RESPONSE;
    }
    if (channel.isAtEnd()) {
      wait.kept(waited);
      return atOnce(drained > 0 ? CloseOutcome.DATA_AFTER_RESPONSE : end(channel));
    }
    if (tcp.isGivenUp()) {
      return abort();
    }
    tcp.forgetTimeout();
    if (idle) {
      // The close timeout was not waited for, so the peer has not missed it.
      return atOnce(CloseOutcome.LOCAL);
    }
    wait.missed(waited);
    return atOnce(CloseOutcome.WAIT_EXPIRED);
  }

  /**
   * Reads until the end of the stream, the limit or the deadline, which a record that trickles in
   * does not extend. Returns how many bytes of application data were read.
   */
  private int drain(long deadline) throws IOException {
    int drained = channel.discardData();
    long left = deadline - System.nanoTime();
    while (drained <= DRAIN_LIMIT
        && !channel.isAtEnd()
        && left > 0
        && channel.await((int) TimeUnit.NANOSECONDS.toMillis(left + 999_999))) {
      if (channel.failure() != null) {
        throw channel.failure();
      }
      drained += channel.discardData();
      left = deadline - System.nanoTime();
    }
    return drained;
  }

  /**
   * Has the watchdog close the TCP socket if a write blocks, which it can after large writes.
   *
   * @return false if the watchdog has no thread, so that nothing may be written
   */
  private boolean guard(long waitNanos) {
    return tcp.written() <= Math.min(SMALL, tcp.setup().sendBuffer / SMALL_PART)
        || watch(waitNanos);
  }

  private boolean watch(long waitNanos) {
    watchdog = CloseWatchdog.after(waitNanos + WRITE_NANOS, channel::cutOff);
    return watchdog != null;
  }

  private void release() {
    if (watchdog != null) {
      watchdog.cancel(false);
      watchdog = null;
    }
  }

  /** Returns how the peer ended a TLS stream that was read to its end. */
  static CloseOutcome end(TlsChannel channel) {
    return channel.isCutOff() ? CloseOutcome.EOF : CloseOutcome.CLOSE_NOTIFY;
  }

  /** Sends close_notify and closes, without waiting for anything. */
  CloseOutcome atOnce(CloseOutcome outcome) throws IOException {
    return end(outcome, guard(0));
  }

  /**
   * Closes while threads read or write. Sends what they have written, and then close_notify, unless
   * a full send buffer or a running write prevents that.
   */
  CloseOutcome underUse() throws IOException {
    return watch(0) ? end(CloseOutcome.LOCAL, true) : abort();
  }

  private CloseOutcome end(CloseOutcome outcome, boolean mayWrite) throws IOException {
    try {
      if (mayWrite) {
        channel.closeOutbound();
      }
    } catch (IOException e) {
      // The peer is gone; it will not miss the alert.
    } finally {
      release();
      if (outcome == CloseOutcome.LOCAL || outcome == CloseOutcome.WAIT_EXPIRED) {
        channel.discardUnread();
      }
      tcp.close();
    }
    channel.release();
    return outcome;
  }

  /**
   * Closes after TLS has failed, in order, since a reset might overtake the alert. A provider's
   * socket beneath would wait for a blocked write.
   */
  CloseOutcome afterFailure() {
    if (!guard(0)) {
      return abort();
    }
    try {
      channel.discardUnread();
      tcp.closeFailed();
    } finally {
      release();
    }
    channel.release();
    return CloseOutcome.ABORTED;
  }

  /** Resets the TCP connection; writes nothing and waits for nothing. */
  CloseOutcome abort() {
    tcp.reset();
    channel.release();
    return CloseOutcome.ABORTED;
  }

  /** Closes a connection that carries no TLS, since no handshake completed. */
  void withoutHandshake() throws IOException {
    tcp.close();
    channel.release();
  }
}
