package dev.reprise.lab.compare;

import dev.reprise.lab.Run;
import dev.reprise.lab.compare.results.Cell;
import java.util.ArrayList;
import java.util.List;

/**
 * A bound of a named experiment, held against a cell.
 *
 * @param cell the cell
 * @param verdict what became of it there
 */
public record Judged(Cell cell, Bound.Verdict verdict) {

  /** All bounds, held against all cells of a run that they speak of. */
  public static List<Judged> of(SetUp setUp, Run<Settings, Cell> run) {
    int java = Runtime.Version.parse(run.runtime()).feature();
    List<Judged> all = new ArrayList<>();
    for (Bound bound : setUp.bounds()) {
      for (Cell cell : run.cells()) {
        bound.judge(java, cell).ifPresent(verdict -> all.add(new Judged(cell, verdict)));
      }
    }
    return all;
  }

  /** Whether it holds, in a word. */
  public String word() {
    return verdict.holds() ? "holds" : "MISSES";
  }
}
