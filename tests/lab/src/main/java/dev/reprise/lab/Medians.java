package dev.reprise.lab;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Medians, and ratios within pairs of rounds. */
public final class Medians {

  private Medians() {}

  /** The median, of an even number of values the mean of the middle two; 0 of none. */
  public static double median(DoubleStream values) {
    double[] sorted = values.toArray();
    Arrays.sort(sorted);
    if (sorted.length == 0) {
      return 0;
    }
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * The ratios within each round, so that what slows a whole round down cancels out.
   *
   * @param values by round
   * @param references by round
   */
  public static double[] pairedRatios(
      Map<Integer, Double> values, Map<Integer, Double> references) {
    return values.entrySet().stream()
        .filter(value -> references.getOrDefault(value.getKey(), 0.0) > 0)
        .mapToDouble(value -> value.getValue() / references.get(value.getKey()))
        .toArray();
  }
}
