package dev.reprise.lab.matrix;

import dev.reprise.lab.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What was found on all runtimes taken together.
 *
 * @param runs one for each runtime, oldest first
 * @param cells theirs, ordered as they are run: server after server
 */
record Results(List<Run<Settings, CellResult>> runs, List<CellResult> cells) {

  static Results of(List<Run<Settings, CellResult>> runs) {
    List<String> servers =
        new ArrayList<>(union(runs.stream().map(r -> r.settings().servers())).keySet());
    return new Results(
        runs,
        runs.stream()
            .flatMap(run -> run.cells().stream())
            .sorted(
                Comparator.comparing((CellResult result) -> result.cell().part())
                    .thenComparing(result -> servers.indexOf(result.cell().server()))
                    .thenComparing(result -> result.cell().key())
                    .thenComparing(result -> result.cell().tls()))
            .toList());
  }

  /** Version of each JDK, by the name that its cells call it. */
  Map<String, String> jdks() {
    Map<String, String> jdks = new LinkedHashMap<>();
    for (Run<Settings, CellResult> run : runs) {
      run.cells().forEach(result -> jdks.put(result.cell().jdk(), run.runtimes().get(Run.CLIENT)));
    }
    return jdks;
  }

  /** Version of each server, by name. */
  Map<String, String> servers() {
    return union(runs.stream().map(run -> run.settings().servers()));
  }

  /** What each server is, by name. */
  Map<String, String> titles() {
    return union(runs.stream().map(run -> run.settings().titles()));
  }

  /** What was left out or broke, and why. */
  List<String> notes() {
    return runs.stream().flatMap(run -> run.notes().stream()).distinct().toList();
  }

  List<CellResult> of(Part part) {
    return cells.stream().filter(result -> result.cell().part() == part).toList();
  }

  List<CellResult> with(Verdict verdict) {
    return cells.stream().filter(result -> result.verdict() == verdict).toList();
  }

  private static Map<String, String> union(Stream<Map<String, String>> maps) {
    Map<String, String> all = new LinkedHashMap<>();
    maps.forEach(map -> map.forEach(all::putIfAbsent));
    return all;
  }
}
