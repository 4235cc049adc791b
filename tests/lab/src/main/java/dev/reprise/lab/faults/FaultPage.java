package dev.reprise.lab.faults;

import static java.util.stream.Collectors.joining;

import dev.reprise.lab.Page;
import dev.reprise.lab.Run;
import dev.reprise.lab.faults.Promises.Margin;
import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import dev.reprise.subject.faults.FaultCase.Hold;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.Predicate;

final class FaultPage {

  /** Faults whose cells differ between the clients without an explanation. */
  final List<String> unexplained = new ArrayList<>();

  private final List<Run<Faults.Settings, Cell>> runs;
  private final List<Cell> cells;
  private final Properties explanations = new Properties();
  private final Page page = new Page("Faults");

  FaultPage(List<Run<Faults.Settings, Cell>> runs) {
    this.runs = runs;
    cells = runs.stream().flatMap(run -> run.cells().stream()).toList();
    try (Reader reader =
        new InputStreamReader(
            FaultPage.class.getResourceAsStream("explanations.properties"),
            StandardCharsets.UTF_8)) {
      explanations.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Page write() {
    head();
    table();
    bounds();
    page.leftOut(runs);
    return page;
  }

  private Row row(FaultCase fault, String client) {
    return new Row(cells, fault, client);
  }

  private void head() {
    page.provenance(runs);
    page.paragraph(
        "Tries: %s. JDK: %s.",
        runs.stream()
            .map(run -> String.valueOf(run.settings().tries()))
            .distinct()
            .collect(joining(" or (**unequal**: to be measured again) ")),
        runs.stream().map(Run::runtime).collect(joining(", ")));
    String left =
        cells.stream()
            .filter(cell -> !cell.left.isEmpty())
            .map(cell -> String.join(" ", cell.client, cell.jdk, cell.fault, cell.left))
            .collect(joining("; "));
    page.line(
        "Left over after each fault: %s.",
        left.isEmpty() ? "nothing, in all " + cells.size() + " cells" : left);
  }

  private void table() {
    page.section("Faults");
    page.table(
        List.of(
            "fault",
            "held, stock",
            "held, Reprise",
            "held, with preconnect",
            "next, stock",
            "next, Reprise",
            "request",
            "close",
            "ends, stock",
            "ends, Reprise",
            "ends, with preconnect"));
    List<String> texts = new ArrayList<>();
    for (FaultCase fault : FaultCase.values()) {
      Row stock = row(fault, Promises.STOCK);
      Row reprise = row(fault, Promises.REPRISE);
      Row preconnections = row(fault, Promises.WITH_PRECONNECTIONS);
      if (reprise.isEmpty()) {
        continue;
      }
      String ends = reprise.words(cell -> cell.endings.keySet());
      String others = stock.words(cell -> cell.endings.keySet());
      String ahead = preconnections.words(cell -> cell.endings.keySet());
      page.row(
          fault.words,
          stock.held(),
          reprise.held(),
          preconnections.held(),
          stock.words(cell -> cell.next.keySet()),
          reprise.words(cell -> cell.next.keySet()),
          reprise.words(cell -> cell.progress.keySet()),
          reprise.words(cell -> cell.closes.keySet()),
          others,
          ends.equals(others) ? "the same" : ends,
          ahead.equals(ends) ? "the same" : ahead);
      String text = explanations.getProperty(fault.label());
      if (text == null && reprise.differsFrom(stock)) {
        unexplained.add(fault.label());
        text = "not explained yet.";
      }
      if (text != null) {
        texts.add("- *%s*: %s".formatted(fault.words, text));
      }
    }
    page.paragraph("%s", String.join("\n", texts));
  }

  private void bounds() {
    page.section("Bounds");
    page.table(
        List.of("bound", "must be", "worst median", "", "where", "worst single try, call and all"));
    held("held by a peer that merely keeps the connection open", FaultCase.HOLD_OPEN::equals);
    held(
        "held by a peer that stops answering, or never stops",
        fault -> fault.hold == Hold.CLOSE_WAIT && fault != FaultCase.HOLD_OPEN);
    bound(
        "held by either, once it is known for it",
        cell -> cell.knownMillis,
        fault -> Margin.EXACT.known);
    held("connect timed out", fault -> fault.hold == Hold.CONNECT_TIMEOUT);
    held("read timed out", fault -> fault.hold == Hold.READ_TIMEOUT);
    bound("`abort()` itself", cell -> cell.abortMillis, fault -> Margin.EXACT.abort);
    bound(
        "call after `abort()`",
        cell -> cell.abortMillis == null ? null : (Double) cell.heldMillis,
        Margin.EXACT::held);
  }

  private void held(String what, Predicate<FaultCase> which) {
    bound(
        what,
        cell -> which.test(FaultCase.labelled(cell.fault)) ? (Double) cell.heldMillis : null,
        Margin.EXACT::held);
  }

  private void bound(
      String what, Function<Cell, Double> millis, Function<FaultCase, Integer> bound) {
    List<Cell> those =
        cells.stream()
            .filter(cell -> !cell.client.equals(Promises.STOCK) && millis.apply(cell) != null)
            .toList();
    those.stream()
        .max(Comparator.comparing(millis))
        .ifPresent(
            worst -> {
              int most = bound.apply(FaultCase.labelled(worst.fault));
              page.row(
                  what,
                  "≤ " + most + " ms",
                  String.format(Locale.ROOT, "%.1f ms", millis.apply(worst)),
                  millis.apply(worst) <= most ? "holds" : "**misses**",
                  "%s, JDK %s, %s, %s"
                      .formatted(worst.fault, worst.jdk, worst.protocol, worst.client),
                  "%.1f ms"
                      .formatted(
                          those.stream()
                              .mapToDouble(cell -> cell.heldWorstMillis)
                              .max()
                              .orElse(0)));
            });
  }
}
