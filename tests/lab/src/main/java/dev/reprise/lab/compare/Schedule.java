package dev.reprise.lab.compare;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Divides the time of a run among its cells, and finds out how many requests a turn can have. With
 * a fixed number of requests, time is not looked at. For use by one thread.
 */
final class Schedule {

  /** What a cell may take unless something else is asked for. */
  static final Duration CELL = Duration.ofSeconds(82);

  /** The same of a short run. */
  static final Duration QUICK_CELL = Duration.ofMillis(18_500);

  /**
   * Of the time left to a cell, what one warm-up turn of all clients may take. The JIT compiler
   * needs seconds of each client; without them the figures are of its work.
   */
  private static final double WARM_UP_SHARE = 0.35;

  /** Held back for what a cell does besides its turns. */
  private static final double TURNS_SHARE = 0.9;

  private static final int FEWEST_PER_THREAD = 2;

  private final LongSupplier nanoTime;
  private final Duration total;
  private long end;
  private int cellsLeft;
  private long cellEnd;

  Schedule(Duration cell, int cells, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    total = cell.multipliedBy(cells);
    end = nanoTime.getAsLong() + total.toNanos();
    cellsLeft = cells;
  }

  /** How long the whole run may take. */
  Duration total() {
    return total;
  }

  /** Begins the next cell, which gets an equal share of the time that is left. */
  void beginCell() {
    long now = nanoTime.getAsLong();
    cellEnd = now + Math.max(0, end - now) / cellsLeft;
    cellsLeft--;
  }

  /** Has the cell, and the whole run, end later by the time that this takes, and returns it. */
  Duration besides(Runnable work) {
    long begin = nanoTime.getAsLong();
    work.run();
    long took = nanoTime.getAsLong() - begin;
    cellEnd += took;
    end += took;
    return Duration.ofNanos(took);
  }

  /** How long each warm-up turn of each of so many clients may take. */
  Duration warmUp(int clients) {
    long nanos = (long) (WARM_UP_SHARE * left() / clients);
    return Duration.ofNanos(Math.max(nanos, Duration.ofMillis(250).toNanos()));
  }

  /**
   * How many requests a turn may have so that all rounds fit into the cell.
   *
   * @param throughputs the exchanges a second of each client, none 0
   */
  int requests(List<Double> throughputs, int rounds, int threads) {
    double secondsPerRequestOfAll = throughputs.stream().mapToDouble(rate -> 1 / rate).sum();
    double seconds = left() * TURNS_SHARE / 1e9 / rounds;
    int fitting = (int) Math.min(seconds / secondsPerRequestOfAll, 1_000_000);
    int fewest = FEWEST_PER_THREAD * threads;
    return Math.max(fitting / 10 * 10, fewest);
  }

  private double left() {
    return Math.max(0, cellEnd - nanoTime.getAsLong());
  }
}
