package dev.reprise.lab.faults.report;

import dev.reprise.lab.faults.Promises;
import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import dev.reprise.subject.faults.Hold;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The cells of Reprise that come closest to the design's bounds, as lines of a table. */
final class Bounds {

  private static final Promises.Margin MARGIN = Promises.Margin.EXACT;

  private final List<Cell> cells;
  private final List<String> lines = new ArrayList<>();

  private Bounds(List<Cell> all) {
    cells = all.stream().filter(cell -> !cell.client.equals("stock")).toList();
  }

  static List<String> of(List<Cell> all) {
    Bounds bounds = new Bounds(all);
    bounds.held(
        "held by a peer that merely keeps the connection open", FaultCase.HOLD_OPEN::equals);
    bounds.held(
        "held by a peer that stops answering, or never stops",
        fault -> fault.hold() == Hold.CLOSE_WAIT && fault != FaultCase.HOLD_OPEN);
    bounds.add(
        "held by either, once it is known for it",
        cell -> cell.knownMillis != null,
        cell -> cell.knownMillis,
        cell -> MARGIN.known());
    bounds.held("connect timed out", is(Hold.CONNECT_TIMEOUT));
    bounds.held("read timed out", is(Hold.READ_TIMEOUT));
    bounds.add(
        "`abort()` itself",
        cell -> cell.abortMillis != null,
        cell -> cell.abortMillis,
        cell -> MARGIN.abort());
    bounds.add(
        "call after `abort()`",
        cell -> cell.abortMillis != null,
        cell -> cell.heldMillis,
        cell -> MARGIN.held(FaultCase.labelled(cell.fault)));
    return bounds.lines;
  }

  private static Predicate<FaultCase> is(Hold hold) {
    return fault -> fault.hold() == hold;
  }

  private void held(String what, Predicate<FaultCase> which) {
    add(
        what,
        cell -> which.test(FaultCase.labelled(cell.fault)),
        cell -> cell.heldMillis,
        cell -> MARGIN.held(FaultCase.labelled(cell.fault)));
  }

  private void add(
      String what,
      Predicate<Cell> which,
      ToDoubleFunction<Cell> millis,
      ToDoubleFunction<Cell> bound) {
    List<Cell> those = cells.stream().filter(which).toList();
    those.stream()
        .max(Comparator.comparingDouble(millis))
        .ifPresent(
            worst ->
                lines.add(
                    String.format(
                        Locale.ROOT,
                        "| %s | ≤ %.0f ms | %.1f ms | %s | %s | %.1f ms |",
                        what,
                        bound.applyAsDouble(worst),
                        millis.applyAsDouble(worst),
                        millis.applyAsDouble(worst) <= bound.applyAsDouble(worst)
                            ? "holds"
                            : "**misses**",
                        "%s, JDK %s, %s%s"
                            .formatted(
                                worst.fault,
                                worst.jdk,
                                worst.protocol.replace("v", " "),
                                worst.client.equals(Promises.WITH_SPARES) ? ", with spares" : ""),
                        those.stream().mapToDouble(cell -> cell.heldWorstMillis).max().orElse(0))));
  }
}
