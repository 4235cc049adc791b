package dev.reprise.demo.page;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The run that is on, and those that were. One lock guards all of it; ending a run, which may take
 * as long as its calls do, happens outside on a thread of its own.
 */
final class Callers implements AutoCloseable {
  private static final int KEPT_RUNS = 6;

  private final Target target;
  private final Deque<Run.Summary> runs = new ArrayDeque<>();
  private final ExecutorService ending = Executors.newFixedThreadPool(1);
  private Run run;
  private int number;

  Callers(Target target, Switches switches) {
    this.target = target;
    // Not to be counted among the threads that a client starts.
    ending.execute(() -> {});
    turn(switches);
  }

  /** Ends what is on and starts another, with sessions of none. */
  synchronized State turn(Switches wanted) {
    if (run != null) {
      Run old = run;
      old.stop();
      ending.execute(old::close);
    }
    run = new Run(++number, target, wanted);
    runs.addFirst(run.summary());
    if (runs.size() > KEPT_RUNS) {
      runs.removeLast();
    }
    return state();
  }

  /** What has been up to now. */
  synchronized State state() {
    run.sample();
    runs.removeFirst();
    runs.addFirst(run.summary());
    return new State(new ArrayList<>(runs));
  }

  @Override
  public void close() {
    synchronized (this) {
      run.stop();
      ending.execute(run::close);
    }
    ending.shutdown();
    try {
      if (!ending.awaitTermination(5 * Caller.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        ending.shutdownNow();
      }
    } catch (InterruptedException e) {
      ending.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /**
   * What the page shows.
   *
   * @param runs newest first; the first is on
   */
  record State(List<Run.Summary> runs) {}
}
