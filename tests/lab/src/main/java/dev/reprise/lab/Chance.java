package dev.reprise.lab;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Tells a difference from chance. Which thread finds a ticket is chance, with any client: so each
 * cell is run a number of times that is fixed before the first, and no run is left out or repeated.
 *
 * <p>The test is Student's for two samples of one size, one-sided. It calls equal clients different
 * in one cell of 200, and sees a fifth more of 160 calls of which half find no ticket in 19 cells
 * of 20. The short forms decide whether a change lands: there it is one cell of 10,000, and in nine
 * cells of ten they see that no call finds a ticket any more.
 */
public final class Chance {

  public static final int RUNS = 8;

  /** The same in the short forms. */
  public static final int FEW_RUNS = 3;

  /** Percentiles of Student's t, by the number of runs of each client: the 99.99th, the 99.5th. */
  private static final Map<Integer, Double> BOUNDS = Map.of(FEW_RUNS, 13.034, RUNS, 2.977);

  private Chance() {}

  /**
   * Whether the first lie above the others by more than chance would have it. Values that do not
   * scatter leave nothing to chance.
   *
   * @param runs {@link #RUNS} or {@link #FEW_RUNS} of them
   * @param others as many
   */
  public static <T> boolean isMore(List<T> runs, List<T> others, ToDoubleFunction<T> value) {
    return isMore(
        runs.stream().mapToDouble(value).toArray(), others.stream().mapToDouble(value).toArray());
  }

  static boolean isMore(double[] runs, double[] others) {
    Double bound = BOUNDS.get(runs.length);
    if (bound == null || others.length != runs.length) {
      throw new IllegalArgumentException(runs.length + " and " + others.length + " runs");
    }
    double difference = mean(runs) - mean(others);
    double error = Math.sqrt((variance(runs) + variance(others)) / runs.length);
    return difference > 1e-9 && difference > bound * error;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum()
        / (values.length - 1);
  }
}
