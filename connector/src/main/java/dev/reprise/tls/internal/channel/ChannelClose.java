package dev.reprise.tls.internal.channel;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.internal.lane.AdaptiveWait;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Closes one channel in bounded time, and tells how it ended. */
final class ChannelClose {

  /**
   * This much fits into any send buffer that was not made small, so that close_notify cannot block.
   */
  private static final int SMALL = 16 * 1024;

  /** This part of a smaller buffer fits, however small the written pieces were. */
  private static final int SMALL_PART = 32;

  /** How many bytes may answer the peer while its close is awaited, such as a key update. */
  private static final int MOST_ANSWERS = 1024;

  /** How many bytes a close reads and discards while it waits for the peer. */
  private static final int DRAIN_LIMIT = 16 * 1024;

  private static final long WRITE_NANOS = 20_000_000;

  /** The time to read what is there already. */
  private static final long READ_NANOS = 1_000_000;

  private final TlsChannel channel;
  private final Tcp tcp;

  /** Closes the TCP socket if a write blocks; null while none can. */
  private Future<?> watchdog;

  ChannelClose(TlsChannel channel) {
    this.channel = channel;
    this.tcp = channel.tcp;
  }

  /**
   * Lets the peer close first (RFC 9112 section 9.6): reads and discards up to its end, then
   * answers.
   *
   * @param since when application data was read last; the wait counts from there, so that nothing
   *     is waited for on a connection that has been idle
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
      // The peer is not to blame if nobody waited for it.
      return atOnce(CloseOutcome.LOCAL);
    }
    wait.missed(waited);
    return atOnce(CloseOutcome.WAIT_EXPIRED);
  }

  /**
   * Reads to the end, past the limit, or until the deadline: a record that trickles in renews no
   * timeout. Returns how much application data came.
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
   * Has the TCP socket closed if a write blocks, which it could if much was written.
   *
   * @return false if no thread can be started for that, so nothing may be written
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

  /** How a TLS stream that was read to its end was ended. */
  static CloseOutcome end(TlsChannel channel) {
    return channel.isCutOff() ? CloseOutcome.EOF : CloseOutcome.CLOSE_NOTIFY;
  }

  /** Sends close_notify and closes, without waiting for anything. */
  CloseOutcome atOnce(CloseOutcome outcome) throws IOException {
    return end(outcome, guard(0));
  }

  /**
   * Closes under threads that read or write. What they have written goes out, followed by
   * close_notify, unless a full send buffer or a running write prevents that.
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
