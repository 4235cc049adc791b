package dev.reprise.benchmarks;

import dev.reprise.benchmarks.calls.Metric;
import dev.reprise.benchmarks.calls.Target;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Machine;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.SpringBootVersion;

/** What came out: on one screen, in Markdown, and as a picture, first of all in sentences. */
record Page(
    Experiment experiment,
    List<Row> rows,
    List<Verdict> verdicts,
    List<String> notes,
    JavaRuntime java) {

  private static final List<Metric> CLOSED =
      List.of(Metric.RESUMED, Metric.CPU, Metric.THROUGHPUT, Metric.THREADS);
  private static final List<Metric> MORE =
      List.of(
          Metric.CALLS, Metric.FULL, Metric.FULL_IN_ALL, Metric.UNUSED, Metric.JIT, Metric.ERRORS);
  private static final List<Metric> PACED =
      List.of(Metric.RESUMED, Metric.P50, Metric.P90, Metric.P99);

  /** Fewer calls are those of a JVM that has just started. */
  private static final int CALLS_FOR_PERCENTILES = 150;

  /** Of fewer calls the 99th percentile is chance. */
  private static final int CALLS_FOR_P99 = 1000;

  static String explanations(Experiment experiment) {
    Experiment.Length length = experiment.length;
    Properties texts = new Properties();
    try (Reader reader =
        new InputStreamReader(
            Page.class.getResourceAsStream("explanations.properties"), StandardCharsets.UTF_8)) {
      texts.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> parts = new ArrayList<>();
    if (experiment == Experiment.QUICK) {
      parts.add(texts.getProperty("quick"));
    }
    if (!experiment.closed.isEmpty()) {
      parts.add(
          texts
              .getProperty("closed")
              .formatted(
                  Target.BODY_BYTES,
                  length.passes(),
                  length.warmUp(),
                  length.iterations(),
                  length.iterationSeconds()));
      parts.add(texts.getProperty("cpu").formatted(Row.MOST_JIT));
    }
    if (experiment == Experiment.ENDPOINT) {
      parts.add(texts.getProperty("endpoint"));
    } else if (!experiment.paced.isEmpty()) {
      int calls = length.pacedCalls();
      parts.add(
          texts
              .getProperty("paced")
              .formatted(
                  Experiment.ROUND_TRIP,
                  length.pacedWarmUp(),
                  Experiment.PACE,
                  calls,
                  length.pace()));
    }
    if (experiment == Experiment.LEARN) {
      parts.add(
          texts
              .getProperty("learn")
              .formatted(
                  SpringBootVersion.getVersion(),
                  Experiment.QUERY,
                  length.passes(),
                  Experiment.PACE_AFTER_START,
                  Experiment.CALLS_AFTER_START));
    }
    parts.add(texts.getProperty("all").formatted(CALLS_FOR_PERCENTILES, CALLS_FOR_P99));
    if (experiment != Experiment.ENDPOINT) {
      parts.add(texts.getProperty("server"));
    }
    parts.add(
        "Judged by rules that were fixed beforehand, and nothing is repeated. "
            + Verdict.rules(experiment));
    experiment.bounds.forEach(bound -> parts.add("Bound, on the median of the passes: " + bound));
    return String.join("\n\n", parts);
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    for (Setting setting : settings()) {
      for (Row row : rowsOf(setting)) {
        Optional<Row> without =
            row.kind.withoutReprise() == null
                ? Optional.empty()
                : Verdict.find(rows, setting, row.kind.withoutReprise());
        if (without.isPresent() && !setting.paced()) {
          sentences.add(closedSentence(row, without.get()));
        }
      }
      if (setting.paced()) {
        sentences.add(pacedSentence(setting));
      }
    }
    return sentences;
  }

  private String closedSentence(Row row, Row without) {
    String who = row.kind.title + ", " + row.setting.describe() + ": ";
    String resumed =
        String.format(
            "andshakes resumed: %s; without Reprise %s.",
            row.text(Metric.RESUMED), without.text(Metric.RESUMED));
    if (isBrief() || !row.isWarm() || !without.isWarm()) {
      return who + "h" + resumed;
    }
    return who
        + String.format(
            "a call takes %s of the client's CPU, %s ms; without Reprise %s ms."
                + " Calls per second: %s; without Reprise %s. H",
            lessOrMore(row, without),
            row.text(Metric.CPU),
            without.text(Metric.CPU),
            row.text(Metric.THROUGHPUT),
            without.text(Metric.THROUGHPUT))
        + resumed;
  }

  /** Of the medians as they are printed, so that a reader can do the division. */
  private static String lessOrMore(Row row, Row without) {
    double with = Double.parseDouble(Row.format(Metric.CPU, row.median(Metric.CPU)));
    double before = Double.parseDouble(Row.format(Metric.CPU, without.median(Metric.CPU)));
    long less = Math.round(100 * (1 - with / before));
    return less == 0 ? "as much" : Math.abs(less) + (less > 0 ? " % less" : " % more");
  }

  private String pacedSentence(Setting setting) {
    boolean latency = !nobodysIsPrinted(setting, Metric.P50);
    Metric metric = latency ? Metric.P50 : Metric.RESUMED;
    return (latency ? "A call took (median" : "Handshakes resumed (paced calls")
        + (experiment == Experiment.ENDPOINT
            ? "): "
            : ", round trip " + Experiment.ROUND_TRIP + " ms): ")
        + rowsOf(setting).stream()
            .map(row -> row.kind.title + ": " + row.text(metric) + (latency ? " ms" : ""))
            .collect(Collectors.joining("; "))
        + "."
        + (latency
            ? ""
            : String.format(
                " Latency is not printed: it needs %d measured calls of each client, and there"
                    + " were %.0f%s.",
                CALLS_FOR_PERCENTILES,
                callsOf(setting),
                experiment == Experiment.ENDPOINT ? " (--requests sets how many)" : ""));
  }

  private Set<Setting> settings() {
    return rows.stream()
        .map(row -> row.setting)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private List<Row> rowsOf(Setting setting) {
    return rows.stream().filter(row -> row.setting.equals(setting)).toList();
  }

  /** The short form says nothing of speeds: no client is warm by then. */
  private boolean isBrief() {
    return experiment == Experiment.QUICK;
  }

  private boolean nobodysIsPrinted(Setting setting, Metric metric) {
    return switch (metric) {
      case CPU, THROUGHPUT ->
          isBrief() || rowsOf(setting).stream().noneMatch(row -> row.prints(metric));
      case P50 -> callsOf(setting) < callsForMedian();
      case P90 -> callsOf(setting) < CALLS_FOR_PERCENTILES;
      case P99 -> callsOf(setting) < CALLS_FOR_P99;
      default -> false;
    };
  }

  /** Where calls are rare, so are those that a median is of. */
  private int callsForMedian() {
    return experiment.length.pace() > Experiment.PACE
        ? experiment.length.pacedCalls()
        : CALLS_FOR_PERCENTILES;
  }

  private double callsOf(Setting setting) {
    return rowsOf(setting).get(0).sum(Metric.CALLS);
  }

  /** Lines of cells, the first of which is the head. */
  private List<List<String>> table(Setting setting, boolean whole) {
    List<Metric> metrics = new ArrayList<>(setting.paced() ? PACED : CLOSED);
    if (whole) {
      MORE.stream()
          .filter(metric -> rowsOf(setting).stream().anyMatch(row -> row.has(metric)))
          .forEach(metrics::add);
    }
    metrics.removeIf(metric -> nobodysIsPrinted(setting, metric));
    List<List<String>> lines = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(setting.describe()));
    metrics.forEach(
        metric ->
            head.add(
                metric.title
                    + (metric.unit.isEmpty() || metric.unit.equals("%")
                        ? ""
                        : ", " + metric.unit)));
    lines.add(head);
    for (Row row : rowsOf(setting)) {
      List<String> line = new ArrayList<>(List.of(row.kind.title));
      metrics.forEach(metric -> line.add(row.text(metric)));
      lines.add(line);
    }
    return lines;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    sentences().forEach(sentence -> text.append(wrapped(sentence)));
    for (Setting setting : settings()) {
      text.append('\n').append(aligned(table(setting, false)));
    }
    text.append('\n');
    notes.forEach(note -> text.append(note).append(".\n"));
    List<Verdict> broken = verdicts.stream().filter(verdict -> !verdict.holds()).toList();
    text.append(
        broken.isEmpty()
            ? "All " + verdicts.size() + " rules were kept.\n"
            : "BROKEN, " + broken.size() + " of " + verdicts.size() + " rules:\n");
    broken.forEach(verdict -> text.append("  ").append(verdict.text()).append('\n'));
    return text.append("Java ")
        .append(java.described())
        .append("; ")
        .append(Machine.current().describe())
        .append('\n')
        .toString();
  }

  private static String wrapped(String text) {
    return text.replaceAll("(.{1,100})( |$)", "$1\n");
  }

  private static String aligned(List<List<String>> lines) {
    StringBuilder text = new StringBuilder();
    int columns = lines.get(0).size();
    int[] widths = new int[columns];
    for (List<String> line : lines) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    for (List<String> line : lines) {
      StringBuilder row = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        row.append(String.format("%-" + (widths[i] + 2) + "s", line.get(i)));
      }
      text.append(row.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /** One whose bounds depend on the JDK has a page for each. */
  String name() {
    return experiment == Experiment.RESTRICTED
        ? experiment + "-" + java.feature()
        : experiment.toString();
  }

  String markdown() {
    dev.reprise.lab.Page page = new dev.reprise.lab.Page(experiment.title);
    sentences().forEach(sentence -> page.paragraph("%s", sentence));
    page.paragraph("%s", origin());
    if (!picture().isEmpty()) {
      page.paragraph("![The clients beside each other](%s.svg)", name());
    }
    for (Setting setting : settings()) {
      List<List<String>> lines = table(setting, true);
      page.table(lines.get(0));
      lines.stream().skip(1).forEach(page::row);
    }
    page.section("Rules");
    page.table(List.of("", ""));
    verdicts.forEach(verdict -> page.row(verdict.text(), verdict.holds() ? "holds" : "**broken**"));
    notes.forEach(note -> page.paragraph("%s.", note));
    page.section("How it is measured");
    page.paragraph("%s", explanations(experiment));
    return page.toString();
  }

  private String origin() {
    return String.format(
        "Written by `%s`; do not edit. Measured %s on %s. Java %s. Commit: %s.",
        System.getProperty("command", "./compare.sh"),
        LocalDate.now(),
        Machine.current().describe(),
        java.described(),
        System.getProperty("commit", "unknown"));
  }

  /** Bars of the figures that the sentences are about; empty if none of them is printed. */
  String picture() {
    BarChart chart = new BarChart();
    boolean empty = true;
    for (Setting setting : settings()) {
      List<Metric> metrics =
          setting.paced()
              ? List.of(Metric.P50)
              : List.of(Metric.RESUMED, Metric.CPU, Metric.THROUGHPUT);
      for (Metric metric : metrics) {
        if (nobodysIsPrinted(setting, metric)) {
          continue;
        }
        empty = false;
        chart.panel(
            metric.title
                + (metric.unit.isEmpty() ? "" : ", " + metric.unit)
                + (metric == Metric.CPU || metric == Metric.P50
                    ? " (shorter is better): "
                    : " (longer is better): ")
                + setting.describe()
                + (setting.paced() && experiment != Experiment.ENDPOINT
                    ? ", round trip " + Experiment.ROUND_TRIP + " ms"
                    : ""),
            rowsOf(setting),
            metric);
      }
    }
    return empty ? "" : chart.svg();
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
