package dev.reprise.lab.compare.report;

import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.Summary;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * One figure of the clients of a cell, to be drawn as bars.
 *
 * @param title what it is
 * @param cell the cell
 * @param figure the length of a bar
 * @param lowest the figure of the lowest round
 * @param highest the figure of the highest round
 * @param label what stands at the end of a bar
 */
record Panel(
    String title,
    Cell cell,
    ToDoubleFunction<Summary> figure,
    ToDoubleFunction<Summary> lowest,
    ToDoubleFunction<Summary> highest,
    Function<Summary, String> label) {

  static Panel throughput(String title, Cell cell) {
    return new Panel(
        title,
        cell,
        Summary::throughput,
        Summary::lowestThroughput,
        Summary::highestThroughput,
        Panel::throughputLabel);
  }

  static Panel cpu(String title, Cell cell) {
    return new Panel(
        title,
        cell,
        Summary::cpuMillisPerRequest,
        Summary::lowestCpu,
        Summary::highestCpu,
        summary -> Figures.millis(summary.cpuMillisPerRequest()));
  }

  static Panel median(String title, Cell cell) {
    return latency(title, cell, Summary::medianMillis);
  }

  static Panel p99(String title, Cell cell) {
    return latency(title, cell, Summary::p99Millis);
  }

  private static Panel latency(String title, Cell cell, ToDoubleFunction<Summary> figure) {
    return new Panel(
        title,
        cell,
        figure,
        figure,
        figure,
        summary -> Figures.millis(figure.applyAsDouble(summary)));
  }

  /** The longest that there is to draw. */
  double most() {
    return cell.clients().stream()
        .filter(runs -> runs.summary() != null)
        .mapToDouble(runs -> highest.applyAsDouble(runs.summary()))
        .max()
        .orElse(0);
  }

  private static String throughputLabel(Summary summary) {
    String value = Figures.throughput(summary.throughput());
    return summary.toHttpClient4() == null
        ? value
        : String.format(Locale.ROOT, "%s  (%.2f×)", value, summary.toHttpClient4().median());
  }
}
