package dev.reprise.tls;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Tells listeners of what happens while somebody holds a lock, such as that of a connection pool: a
 * listener may wait for that lock. Its one daemon thread ends when it has had nothing to tell for a
 * while, and inherits nothing of the thread that starts it.
 */
final class Elsewhere {

  private static final ThreadPoolExecutor THREAD =
      new ThreadPoolExecutor(
          0,
          1,
          1,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          OwnThreads.named("reprise-listeners"));

  private Elsewhere() {}

  /** Tells it soon, in its turn; where no thread can be had, with what comes next. */
  static void tell(Runnable event) {
    try {
      THREAD.execute(event);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // It is in the queue.
    }
  }
}
