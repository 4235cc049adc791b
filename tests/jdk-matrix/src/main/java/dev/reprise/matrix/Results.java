package dev.reprise.matrix;

import java.util.List;
import java.util.Map;

/**
 * A whole run, as it stands in {@code results.json}.
 *
 * @param date when it began, UTC
 * @param command what repeats it
 * @param jdks version and vendor of each JDK, by name
 * @param servers version of each server, by name
 * @param titles what each server is, by name
 * @param skipped what was left out, and why
 * @param failed servers that did not start or broke, and how
 */
record Results(
    String date,
    String command,
    Machine machine,
    Map<String, String> jdks,
    Map<String, String> servers,
    Map<String, String> titles,
    List<String> skipped,
    List<String> failed,
    List<CellResult> cells) {

  List<CellResult> of(Part part) {
    return cells.stream().filter(result -> result.cell().part() == part).toList();
  }

  List<CellResult> with(Verdict verdict) {
    return cells.stream().filter(result -> result.verdict() == verdict).toList();
  }
}
