package dev.reprise.tls;

import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Resets connections whose close_notify cannot be written in time, because the peer has stopped
 * reading and the send buffer is full: a Java socket has no write timeout. Asked only after large
 * requests; its one daemon thread ends when it has had nothing to do for a while.
 */
final class CloseWatchdog {

  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private CloseWatchdog() {}

  /** Resets the socket after the time given, unless the result is cancelled before. */
  static Future<?> guard(TcpSocket tcp, long nanos) {
    return after(nanos, () -> reset(tcp));
  }

  /** Does something quick, such as a reset, after the time given, unless it is cancelled before. */
  static Future<?> after(long nanos, Runnable task) {
    return TIMER.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  private static void reset(TcpSocket tcp) {
    try {
      tcp.reset();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "reprise-close-watchdog");
              thread.setDaemon(true);
              return thread;
            });
    timer.setKeepAliveTime(1, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }
}
