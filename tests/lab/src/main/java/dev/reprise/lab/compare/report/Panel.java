package dev.reprise.lab.compare.report;

import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.Summary;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** One figure of the clients of a cell, to be drawn as bars. */
record Panel(
    String title, Cell cell, ToDoubleFunction<Summary> figure, Function<Summary, String> label) {

  static Panel throughput(String title, Cell cell) {
    return new Panel(title, cell, Summary::throughput, Panel::throughputLabel);
  }

  static Panel cpu(Cell cell) {
    return new Panel(
        "client CPU per request, ms (less is better)",
        cell,
        Summary::cpuMillisPerRequest,
        summary -> Figures.millis(summary.cpuMillisPerRequest()));
  }

  static Panel p99(Cell cell) {
    return new Panel(
        "99th percentile, ms (less is better)",
        cell,
        Summary::p99Millis,
        summary -> Figures.millis(summary.p99Millis()));
  }

  private static String throughputLabel(Summary summary) {
    String value = Figures.throughput(summary.throughput());
    return summary.toHttpClient4() == null
        ? value
        : String.format(Locale.ROOT, "%s  (%.2f×)", value, summary.toHttpClient4());
  }
}
