package dev.reprise.democlient;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The run that is on, those that were, and their samples. One lock guards all of it; ending a run,
 * which may take as long as its calls do, happens outside on a thread of its own.
 */
final class Callers implements AutoCloseable {
  private static final int KEPT_SAMPLES = 180;
  private static final int KEPT_RUNS = 8;
  private static final long SAMPLE_MILLIS = 1000;

  private final Target target;
  private final Deque<Sample> samples = new ArrayDeque<>();
  private final Deque<Summary> runs = new ArrayDeque<>();
  private final ScheduledExecutorService sampler = new ScheduledThreadPoolExecutor(1);
  private final ThreadPoolExecutor ending = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
  private Run run;
  private Switches switches;
  private long sequence;
  private int number;

  Callers(Target target, Switches switches) {
    this.target = target;
    ending.prestartAllCoreThreads();
    turn(switches);
    sampler.scheduleWithFixedDelay(
        this::sample, SAMPLE_MILLIS, SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Ends what is on and starts anew, with sessions of none. */
  synchronized void turn(Switches wanted) {
    if (run != null) {
      run.stop();
      ending.execute(run::close);
    }
    switches = wanted;
    run = new Run(++number, target, wanted);
    runs.addFirst(run.summary());
    if (runs.size() > KEPT_RUNS) {
      runs.removeLast();
    }
  }

  private synchronized void sample() {
    if (!run.isDue()) {
      return;
    }
    samples.add(run.sample(++sequence));
    if (samples.size() > KEPT_SAMPLES) {
      samples.remove();
    }
    runs.removeFirst();
    runs.addFirst(run.summary());
  }

  /** The samples after one, and the summaries of all runs. */
  synchronized State state(long after) {
    return new State(
        switches,
        samples.stream().filter(sample -> sample.sequence() > after).toList(),
        new ArrayList<>(runs));
  }

  @Override
  public void close() {
    end(sampler);
    synchronized (this) {
      run.stop();
      ending.execute(run::close);
    }
    end(ending);
  }

  private static void end(ExecutorService executor) {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(5 * Timeouts.READ.toMillis(), TimeUnit.MILLISECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /**
   * What the page shows.
   *
   * @param switches their position
   * @param samples oldest first
   * @param runs newest first; the first is on
   */
  record State(Switches switches, List<Sample> samples, List<Summary> runs) {}
}
