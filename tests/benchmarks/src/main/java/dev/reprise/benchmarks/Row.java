package dev.reprise.benchmarks;

import dev.reprise.benchmarks.calls.Kind;
import dev.reprise.benchmarks.calls.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What was measured of one client under one setting: in each pass, its iterations' values. */
final class Row {

  /** The share of the CPU, in percent, up to which a client counts as warm. */
  static final int MOST_JIT = 33;

  final Setting setting;
  final Kind kind;
  private final List<Map<Metric, List<Double>>> passes = new ArrayList<>();

  Row(Setting setting, Kind kind) {
    this.setting = setting;
    this.kind = kind;
  }

  void newPass() {
    passes.add(new EnumMap<>(Metric.class));
  }

  int passes() {
    return passes.size();
  }

  /** How many passes brought nothing, since the JVM died in them. */
  long lostPasses() {
    return passes.stream().filter(Map::isEmpty).count();
  }

  void add(Metric metric, double value) {
    passes.get(passes.size() - 1).computeIfAbsent(metric, m -> new ArrayList<>()).add(value);
  }

  boolean has(Metric metric) {
    return passes.stream().anyMatch(pass -> pass.containsKey(metric));
  }

  double median(Metric metric) {
    return median(values(metric));
  }

  double sum(Metric metric) {
    return values(metric).sum();
  }

  double highest(Metric metric) {
    return values(metric).max().orElse(Double.NaN);
  }

  double lowest(Metric metric) {
    return values(metric).min().orElse(Double.NaN);
  }

  /**
   * The metric over another client's, within each pass that both have, on the same machine.
   *
   * @return lowest, median and highest of the passes
   */
  double[] over(Row other, Metric metric) {
    double[] ratios =
        IntStream.range(0, Math.min(passes.size(), other.passes.size()))
            .mapToDouble(
                pass ->
                    median(valuesOf(passes.get(pass), metric))
                        / median(valuesOf(other.passes.get(pass), metric)))
            .filter(ratio -> !Double.isNaN(ratio))
            .sorted()
            .toArray();
    return new double[] {ratios[0], median(Arrays.stream(ratios)), ratios[ratios.length - 1]};
  }

  /** Whether the JIT compiler had little left to do; also where that is not known. */
  boolean isWarm() {
    return !has(Metric.JIT) || median(Metric.JIT) <= MOST_JIT;
  }

  /** Whether the metric says something: the speed of a client that is not warm does not. */
  boolean prints(Metric metric) {
    return isWarm() || (metric != Metric.CPU && metric != Metric.THROUGHPUT);
  }

  /** The median, with the lowest and the highest where they differ, if it says something. */
  String text(Metric metric) {
    if (!has(metric)) {
      return "";
    }
    if (!prints(metric)) {
      return "not warm";
    }
    String middle = format(metric, median(metric));
    String low = format(metric, lowest(metric));
    String high = format(metric, highest(metric));
    return low.equals(high)
        ? middle
        : middle + " (" + low.replace(" %", "") + " to " + high.replace(" %", "") + ")";
  }

  static String format(Metric metric, double value) {
    return switch (metric) {
      case RESUMED -> {
        // Cut off: 100 % is every single one.
        double cut = Math.floor(value * 10) / 10;
        yield cut == 100 ? "100 %" : String.format(Locale.ROOT, "%.1f %%", cut);
      }
      case JIT, UNUSED -> String.format(Locale.ROOT, "%.0f %%", value);
      case CPU, THREADS -> String.format(Locale.ROOT, "%.2f", value);
      case P50, P90, P99 -> String.format(Locale.ROOT, "%.1f", value);
      default -> String.format(Locale.ROOT, "%,.0f", value);
    };
  }

  private DoubleStream values(Metric metric) {
    return passes.stream().flatMapToDouble(pass -> valuesOf(pass, metric));
  }

  private static DoubleStream valuesOf(Map<Metric, List<Double>> pass, Metric metric) {
    return pass.getOrDefault(metric, List.of()).stream().mapToDouble(value -> value);
  }

  private static double median(DoubleStream values) {
    List<Double> sorted = values.sorted().boxed().toList();
    int size = sorted.size();
    return size == 0 ? Double.NaN : (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
  }
}
