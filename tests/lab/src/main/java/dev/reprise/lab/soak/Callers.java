package dev.reprise.lab.soak;

import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Callers that work through batches of requests, together and without pause. Platform threads are
 * the same for all batches; virtual threads are new for each, as their users have them.
 */
final class Callers implements AutoCloseable {

  static final String NAME = "soak-caller";

  private final int count;
  private final ExecutorService threads;

  Callers(int count, boolean virtual) {
    this.count = count;
    threads =
        virtual
            ? virtualThreads()
            : Executors.newFixedThreadPool(count, task -> new Thread(task, NAME));
  }

  /** By a method that is there from Java 21 on. */
  private static ExecutorService virtualThreads() {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no virtual threads on this Java", e);
    }
  }

  /** Makes the requests from one number up to another, and returns when all have ended. */
  void work(int from, int to, IntConsumer request) throws InterruptedException, ExecutionException {
    AtomicInteger next = new AtomicInteger(from);
    Callable<Void> caller =
        () -> {
          for (int i = next.getAndIncrement(); i < to; i = next.getAndIncrement()) {
            request.accept(i);
          }
          return null;
        };
    for (Future<Void> ended : threads.invokeAll(Collections.nCopies(count, caller))) {
      ended.get();
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
