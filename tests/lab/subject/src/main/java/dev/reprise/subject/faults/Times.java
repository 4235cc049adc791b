package dev.reprise.subject.faults;

import java.util.Arrays;
import java.util.List;

/** Times in milliseconds. */
final class Times {

  private Times() {}

  static double median(List<Double> millis) {
    double[] sorted = millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  static double worst(List<Double> millis) {
    return Arrays.stream(millis.toArray(new Double[0])).mapToDouble(d -> d).max().orElse(0);
  }

  static double since(long nanos) {
    return (System.nanoTime() - nanos) / 1e6;
  }

  /** To a hundredth. */
  static double rounded(double millis) {
    return Math.round(millis * 100) / 100.0;
  }
}
