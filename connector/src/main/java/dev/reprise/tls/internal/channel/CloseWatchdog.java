package dev.reprise.tls.internal.channel;

import dev.reprise.tls.internal.jdk.OwnThreads;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends work that waits too long for a peer. A close, for example, blocks in the write of
 * close_notify if the peer has stopped reading: a Java socket has no write timeout. The one daemon
 * thread ends after a second without work.
 */
public final class CloseWatchdog {

  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private CloseWatchdog() {}

  /**
   * Runs a quick task, such as a reset, after the given time, unless it is cancelled before.
   * Returns null if no thread can be started: an Error from a close would end its caller.
   */
  public static Future<?> after(long nanos, Runnable task) {
    try {
      // If the thread failed to start after the task was queued, the task would stay queued.
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
