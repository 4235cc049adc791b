package dev.reprise.lab.compare.report;

import dev.reprise.lab.compare.results.ClientRuns;
import dev.reprise.lab.compare.results.Ratio;
import dev.reprise.lab.compare.results.Summary;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The columns that the text table and the page share, and how their figures are written. */
final class Figures {

  private static final String NONE = "–";

  static final List<String> HEADINGS =
      List.of(
          "CPU ms/req",
          "JIT of CPU",
          "KB allocated",
          "CPU × HC 4.5.14",
          "req/s",
          "× HC 4.5.14",
          "by time",
          "× floor",
          "median ms",
          "p99 ms",
          "resumed",
          "full handshakes",
          "threads started",
          "errors");

  /** The same for a terminal, where width is scarce. */
  static final List<String> SHORT_HEADINGS =
      List.of(
          "CPU ms",
          "JIT",
          "KB",
          "CPU ×4.5.14",
          "req/s",
          "×4.5.14",
          "by time",
          "×floor",
          "p50 ms",
          "p99 ms",
          "resumed",
          "full",
          "threads",
          "errors");

  private Figures() {}

  /** The figures of a client in the order of the headings. */
  static List<String> of(ClientRuns runs) {
    Summary summary = runs.summary();
    if (summary == null) {
      return HEADINGS.stream().map(heading -> NONE).toList();
    }
    return List.of(
        millis(summary.cpuMillisPerRequest()),
        jit(runs),
        allocated(runs),
        ratio(summary.cpuToHttpClient4()),
        throughput(summary.throughput()),
        ratio(summary.toHttpClient4()),
        overall(summary.toHttpClient4()),
        ratio(summary.toFloor()),
        millis(summary.medianMillis()),
        millis(summary.p99Millis()),
        percent(summary.resumedPercent()),
        "%d + %d".formatted(summary.fullInWarmUp(), summary.fullAfterWarmUp()),
        count(summary.threadsStarted()),
        count(summary.errors()));
  }

  private static String jit(ClientRuns runs) {
    OptionalDouble percent = runs.jitPercent();
    return percent.isEmpty() ? NONE : String.format(Locale.ROOT, "%.0f %%", percent.getAsDouble());
  }

  private static String allocated(ClientRuns runs) {
    OptionalDouble bytes = runs.allocatedBytes();
    return bytes.isEmpty() ? NONE : String.format(Locale.ROOT, "%.0f", bytes.getAsDouble() / 1024);
  }

  static String throughput(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
  }

  /** The median over the rounds, and the range. */
  static String ratio(Ratio ratio) {
    return ratio == null
        ? NONE
        : String.format(
            Locale.ROOT, "%.2f (%.2f–%.2f)", ratio.median(), ratio.lowest(), ratio.highest());
  }

  private static String overall(Ratio ratio) {
    return ratio == null ? NONE : String.format(Locale.ROOT, "%.2f", ratio.overall());
  }

  static String millis(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
  }

  /** Cut off, not rounded: 100 % stands for every single one. */
  static String percent(double value) {
    double shown = Math.floor(value * 10) / 10;
    return String.format(Locale.ROOT, shown == 100 ? "%.0f %%" : "%.1f %%", shown);
  }

  private static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
