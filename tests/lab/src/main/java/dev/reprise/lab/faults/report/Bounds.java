package dev.reprise.lab.faults.report;

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

  private Bounds() {}

  static List<String> of(List<Cell> all) {
    List<Cell> cells = all.stream().filter(cell -> cell.client.equals("reprise")).toList();
    List<String> lines = new ArrayList<>();
    add(lines, cells, "held by a peer that does not close", is(Hold.CLOSE_WAIT), c -> c.heldMillis);
    add(
        lines,
        cells,
        "the same, once it is known for it",
        c -> c.knownMillis != null,
        c -> c.knownMillis);
    add(lines, cells, "connect timed out", is(Hold.CONNECT_TIMEOUT), c -> c.heldMillis);
    add(lines, cells, "read timed out", is(Hold.READ_TIMEOUT), c -> c.heldMillis);
    add(lines, cells, "`abort()` itself", c -> c.abortMillis != null, c -> c.abortMillis);
    add(lines, cells, "call after `abort()`", c -> c.abortMillis != null, c -> c.heldMillis);
    return lines;
  }

  private static Predicate<Cell> is(Hold hold) {
    return cell -> FaultCase.labelled(cell.fault).hold() == hold;
  }

  private static void add(
      List<String> lines,
      List<Cell> cells,
      String what,
      Predicate<Cell> which,
      ToDoubleFunction<Cell> millis) {
    cells.stream()
        .filter(which)
        .max(Comparator.comparingDouble(millis))
        .ifPresent(
            worst ->
                lines.add(
                    String.format(
                        Locale.ROOT,
                        "| %s | %.1f ms | %s, JDK %s, %s |",
                        what,
                        millis.applyAsDouble(worst),
                        worst.fault,
                        worst.jdk,
                        worst.protocol.replace("v", " "))));
  }
}
