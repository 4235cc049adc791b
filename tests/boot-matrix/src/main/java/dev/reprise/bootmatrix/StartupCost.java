package dev.reprise.bootmatrix;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.HarnessException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the starter adds to the start of an application: the same one is started without it, with it
 * and with two named clients, by turns, each time in a JVM of its own.
 */
final class StartupCost {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String MARK = "STARTED ";

  private static final Map<String, List<String>> VARIANTS = new LinkedHashMap<>();

  static {
    VARIANTS.put("without Reprise", List.of("--reprise.enabled=false"));
    VARIANTS.put("with Reprise", List.of());
    VARIANTS.put(
        "with two named clients",
        List.of(
            "--reprise.clients.bank.read-timeout=30s",
            "--reprise.clients.parcel-service.read-timeout=5s"));
  }

  private final Layout layout;
  private final int rounds;

  StartupCost(Layout layout, int rounds) {
    this.layout = layout;
    this.rounds = rounds;
  }

  /** Medians in milliseconds, as rows of a table. */
  String measure(Cell cell) {
    Map<String, List<Long>> times = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      VARIANTS.forEach(
          (name, properties) ->
              times.computeIfAbsent(name, key -> new ArrayList<>()).add(start(cell, properties)));
    }
    StringBuilder rows = new StringBuilder();
    times.forEach(
        (name, all) -> {
          Collections.sort(all);
          rows.append(
              "| %s | %s | %d | %d to %d |%n"
                  .formatted(
                      cell, name, all.get(all.size() / 2), all.get(0), all.get(all.size() - 1)));
        });
    return rows.toString().stripTrailing();
  }

  private long start(Cell cell, List<String> properties) {
    try (ChildJvm jvm =
        ChildJvm.on(cell.java())
            .named("the application whose start is measured, " + cell)
            .classPath(CaseGroup.PRODUCTION.classPath(layout.cases(cell.generation())))
            .main("dev.reprise.bootmatrix.cases.StartupMain")
            .arguments(properties.toArray(new String[0]))
            .start()) {
      if (jvm.process().awaitExit(LIMIT) == 0) {
        for (String line : jvm.process().outputLines()) {
          if (line.startsWith(MARK)) {
            return Long.parseLong(line.substring(MARK.length()));
          }
        }
      }
      throw new HarnessException(
          "the application did not start: " + String.join("\n", jvm.process().errorLines()));
    }
  }
}
