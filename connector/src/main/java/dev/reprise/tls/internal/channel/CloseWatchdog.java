package dev.reprise.tls.internal.channel;

import dev.reprise.tls.internal.jdk.OwnThreads;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Closes connections whose close_notify cannot be written in time, because the peer has stopped
 * reading and the send buffer is full: a Java socket has no write timeout. Asked only after large
 * requests; its one daemon thread ends when it has had nothing to do for a while.
 */
public final class CloseWatchdog {

  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private CloseWatchdog() {}

  /**
   * Does something quick, such as a reset, after the time given, unless it is cancelled before.
   * Null if no thread can be started for it: an Error that left a close would end its client.
   */
  public static Future<?> after(long nanos, Runnable task) {
    try {
      // A task that is queued before the thread fails to start stays in the queue.
      TIMER.prestartCoreThread();
      return TIMER.schedule(task, nanos, TimeUnit.NANOSECONDS);
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1, OwnThreads.named("reprise-close-watchdog"));
    timer.setKeepAliveTime(1, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }
}
