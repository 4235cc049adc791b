package dev.reprise.lab.compare.report;

import dev.reprise.lab.compare.results.ClientRuns;
import dev.reprise.lab.compare.results.Summary;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The columns that the text table, the Markdown page and the HTML page share, in their order. */
enum Column {
  CPU(
      "CPU ms/req",
      "CPU ms",
      "CPU time of the client's whole JVM, collection and compilation included, for each request,"
          + " and of its sidecar",
      of(summary -> Figures.millis(summary.cpuMillisPerRequest()))),
  JIT(
      "JIT of CPU",
      "JIT",
      "the JIT compiler's part of that, which a JVM that has run for long does not have",
      Column::jit),
  ALLOCATED(
      "KB allocated",
      "KB",
      "allocated by the calling threads, for each request",
      Column::allocated),
  CPU_RATIO(
      "CPU × HC 4.5.14",
      "CPU ×4.5.14",
      "CPU time over that of Apache HttpClient 4.5.14",
      of(summary -> Figures.ratio(summary.cpuToHttpClient4()))),
  THROUGHPUT(
      "req/s",
      "req/s",
      "completed requests a second, by a fixed number of threads that each send the next request"
          + " when the last is answered",
      of(summary -> Figures.throughput(summary.throughput()))),
  THROUGHPUT_RATIO(
      "× HC 4.5.14",
      "×4.5.14",
      "throughput over that of Apache HttpClient 4.5.14",
      of(summary -> Figures.ratio(summary.toHttpClient4()))),
  BY_TIME(
      "by time",
      "by time",
      "the same from all requests over all time",
      of(summary -> Figures.overall(summary.toHttpClient4()))),
  FLOOR_RATIO(
      "× floor",
      "×floor",
      "throughput over that of the floor",
      of(summary -> Figures.ratio(summary.toFloor()))),
  MEDIAN(
      "median ms",
      "p50 ms",
      "time of a request",
      of(summary -> Figures.millis(summary.medianMillis()))),
  P99(
      "p99 ms",
      "p99 ms",
      "its 99th percentile",
      of(summary -> Figures.millis(summary.p99Millis()))),
  RESUMED(
      "resumed",
      "resumed",
      "requests that took no full handshake, by the client's trust manager, which is asked in each"
          + " full one, and a note tells where the demo server counts otherwise; cut off after one"
          + " decimal: 100 % is every single one",
      of(summary -> Figures.percent(summary.resumedPercent()))),
  FULL(
      "full handshakes",
      "full",
      "in the warm-up, where about one for each thread is needed, + in the rounds, where 0 is"
          + " ideal",
      of(summary -> "%d + %d".formatted(summary.fullInWarmUp(), summary.fullAfterWarmUp()))),
  THREADS(
      "threads started",
      "threads",
      "by the client in the rounds, besides those that send the requests; 0 is ideal",
      of(summary -> Figures.count(summary.threadsStarted()))),
  ERRORS("errors", "errors", "requests that failed", of(s -> Figures.count(s.errors())));

  /** What stands before the explanations of the columns. */
  static final String BASIS =
      "Medians over the rounds. What is over another client's is taken within each round, so that"
          + " what slows down a whole round cancels out; the lowest and highest stand beside it."
          + " The floor is no HTTP client but a bare TLS loop that always resumes, and offers only"
          + " what is used.";

  private final String heading;
  private final String shortHeading;
  private final String explanation;
  private final Function<ClientRuns, String> figure;

  Column(
      String heading,
      String shortHeading,
      String explanation,
      Function<ClientRuns, String> figure) {
    this.heading = heading;
    this.shortHeading = shortHeading;
    this.explanation = explanation;
    this.figure = figure;
  }

  private static Function<ClientRuns, String> of(Function<Summary, String> figure) {
    return runs -> figure.apply(runs.summary());
  }

  private static String jit(ClientRuns runs) {
    OptionalDouble percent = runs.jitPercent();
    return percent.isEmpty()
        ? Figures.NONE
        : String.format(Locale.ROOT, "%.0f %%", percent.getAsDouble());
  }

  private static String allocated(ClientRuns runs) {
    OptionalDouble bytes = runs.allocatedBytes();
    return bytes.isEmpty()
        ? Figures.NONE
        : String.format(Locale.ROOT, "%.0f", bytes.getAsDouble() / 1024);
  }

  String heading() {
    return heading;
  }

  /** The same for a terminal, where width is scarce. */
  String shortHeading() {
    return shortHeading;
  }

  String explanation() {
    return explanation;
  }

  /** What it says of a client; {@link Figures#NONE} where it was not measured. */
  String figure(ClientRuns runs) {
    return runs.summary() == null ? Figures.NONE : figure.apply(runs);
  }

  /** Those that say something of at least one of these clients. */
  static List<Column> measuredIn(List<ClientRuns> clients) {
    return Arrays.stream(values())
        .filter(column -> clients.stream().anyMatch(runs -> column.measured(runs)))
        .toList();
  }

  private boolean measured(ClientRuns runs) {
    return !figure(runs).equals(Figures.NONE);
  }
}
