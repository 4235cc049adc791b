package dev.reprise.httpclient4;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Runs tasks one after another, each on the thread of a caller that is in it already, so that
 * nobody waits for a lock. Thread-safe; a task may give others.
 *
 * <p>HttpClient enters its pool within monitors. Before JDK 24 (JEP 491) a virtual thread that
 * waits for the pool's lock there keeps its carrier; if the lock's next owner is one that has none,
 * all wait for good. Here the lock is never contended, and who runs the tasks has a carrier.
 */
final class Turns {

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger left = new AtomicInteger();
  private volatile Thread runner;

  /** Runs a task and waits for its end. */
  <T> T call(Supplier<T> task) {
    return outcome(run(task));
  }

  /** What came of a task, of which it waits for the end. */
  static <T> T outcome(CompletableFuture<T> result) {
    try {
      return result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error) {
        throw (Error) e.getCause();
      }
      throw (RuntimeException) e.getCause();
    }
  }

  /** Runs a task, at once or, while another thread runs one, on that thread later. */
  <T> CompletableFuture<T> run(Supplier<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Runnable turn =
        () -> {
          try {
            result.complete(task.get());
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        };
    if (runner == Thread.currentThread()) {
      turn.run();
    } else {
      tasks.add(turn);
      if (left.getAndIncrement() == 0) {
        runAll();
      }
    }
    return result;
  }

  private void runAll() {
    boolean interrupted = false;
    do {
      // An interrupt of this thread is no concern of the other callers' tasks.
      interrupted |= Thread.interrupted();
      runner = Thread.currentThread();
      try {
        runPinned(tasks.remove());
      } finally {
        runner = null;
      }
    } while (left.decrementAndGet() > 0);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A virtual thread that lost its carrier here might never get one, where others wait for it. */
  private static void runPinned(Runnable task) {
    synchronized (task) {
      task.run();
    }
  }
}
