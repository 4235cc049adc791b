package dev.reprise.bootmatrix;

import java.util.Comparator;
import java.util.List;

/**
 * A run of the matrix.
 *
 * @param date when, as year-month-day
 * @param system operating system
 * @param commit the commit that was run, with {@code -dirty} if files differed; null if it is not
 *     known
 * @param version the version of Reprise
 * @param cells what came of each
 */
record Results(String date, String system, String commit, String version, List<CellResult> cells) {

  /** Names of all cases, in the order of the cell that has most of them. */
  List<String> caseNames() {
    return cells.stream()
        .sorted(Comparator.comparingInt(cell -> -cell.cases().size()))
        .flatMap(cell -> cell.cases().stream())
        .map(CaseResult::name)
        .distinct()
        .toList();
  }

  long failures() {
    return cells.stream().mapToLong(CellResult::failures).sum();
  }
}
