package dev.reprise.httpclient4;

import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Runs tasks one at a time, in the order in which they came, without a thread of its own and
 * without making anybody wait: who comes while another thread is at it leaves the task to that one.
 * Thread-safe.
 */
final class SerialTasks {

  private static final System.Logger LOG = System.getLogger("dev.reprise.httpclient4");

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile Thread runner;

  /** Runs a task, now or a little later; what it throws is logged. */
  void run(Runnable task) {
    tasks.add(task);
    while (!tasks.isEmpty() && running.compareAndSet(false, true)) {
      runner = Thread.currentThread();
      try {
        for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
          runOne(next);
        }
      } finally {
        runner = null;
        running.set(false);
      }
    }
  }

  private static void runOne(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "A task of the connection pool failed", e);
    }
  }

  /** Runs a task and waits until it is done; at once if a task itself calls this. */
  void runAndWait(Runnable task) {
    call(
        () -> {
          task.run();
          return null;
        });
  }

  /** The result of a task, as {@link #runAndWait}. */
  <T> T call(Supplier<T> task) {
    if (runner == Thread.currentThread()) {
      return task.get();
    }
    CompletableFuture<Supplier<T>> result = new CompletableFuture<>();
    run(() -> result.complete(outcome(task)));
    return result.join().get();
  }

  private static <T> Supplier<T> outcome(Supplier<T> task) {
    try {
      T value = task.get();
      return () -> value;
    } catch (RuntimeException e) {
      return () -> {
        throw e;
      };
    } catch (Error e) {
      return () -> {
        throw e;
      };
    }
  }
}
