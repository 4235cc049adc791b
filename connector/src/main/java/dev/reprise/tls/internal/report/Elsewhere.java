package dev.reprise.tls.internal.report;

import dev.reprise.tls.TlsListener;
import dev.reprise.tls.internal.jdk.OwnThreads;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells listeners of what happens while somebody holds a lock, such as that of a connection pool: a
 * listener may wait for that lock. Its one daemon thread ends when it has had nothing to tell for a
 * while, and inherits nothing of the thread that starts it.
 */
public final class Elsewhere {

  private static final System.Logger LOG = System.getLogger(TlsListener.class.getName());

  /** How many events wait for a listener that does not return, before the oldest are dropped. */
  public static final int MOST = 1000;

  private static final ThreadPoolExecutor THREAD =
      new ThreadPoolExecutor(
          0,
          1,
          1,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MOST),
          OwnThreads.named("reprise-listeners"),
          Elsewhere::dropOldest);

  private static final AtomicBoolean DROPPED = new AtomicBoolean();

  private Elsewhere() {}

  private static void dropOldest(Runnable event, ThreadPoolExecutor thread) {
    thread.getQueue().poll();
    if (DROPPED.compareAndSet(false, true)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A TlsListener is too slow, and must do its work in another thread: "
              + (MOST + " events wait, and the oldest are dropped."));
    }
    thread.execute(event);
  }

  /**
   * Reports the event soon and in order. If no thread can be started, it goes with the next event.
   */
  public static void tell(Runnable event) {
    try {
      THREAD.execute(event);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // It is in the queue.
    }
  }
}
