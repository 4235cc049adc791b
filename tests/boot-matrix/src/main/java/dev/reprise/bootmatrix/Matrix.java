package dev.reprise.bootmatrix;

import dev.reprise.lab.DemoServer;
import dev.reprise.lab.JavaRuntime;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Runs cells one after the other, since the provider counts for all. */
final class Matrix {

  private final Layout layout;
  private final PrintWriter err;

  Matrix(Layout layout, PrintWriter err) {
    this.layout = layout;
    this.err = err;
  }

  Results run(List<Cell> cells) {
    List<CellResult> results = new ArrayList<>();
    try (DemoServer provider = startProvider()) {
      for (Cell cell : cells) {
        err.printf("[%d/%d] %s …%n", results.size() + 1, cells.size(), cell);
        CellResult result = run(cell, provider);
        results.add(result);
        result.cases().stream()
            .filter(made -> !made.passed())
            .forEach(made -> err.println("      FAILED " + made.name() + ": " + made.error()));
        err.printf(
            "      %d of %d cases hold%n",
            result.cases().size() - result.failures(), result.cases().size());
      }
    }
    return new Results(
        LocalDate.now().toString(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        results);
  }

  private DemoServer startProvider() {
    return DemoServer.start(JavaRuntime.own().java(), layout.demoServer(), "256m").awaitReady();
  }

  private CellResult run(Cell cell, DemoServer provider) {
    List<CaseResult> cases = new ArrayList<>();
    CasesRun runner = new CasesRun(layout, provider);
    for (CaseGroup group : CaseGroup.values()) {
      cases.addAll(runner.run(cell, group));
    }
    cases.add(new SampleRun(layout, provider).run(cell));
    return new CellResult(
        cell.generation().version(),
        springWs(cell.generation()),
        cell.java().feature(),
        cell.java().version(),
        cell.java().vendor(),
        cases);
  }

  private String springWs(Generation generation) {
    String prefix = "spring-ws-core-";
    return Layout.jars(layout.cases(generation).resolve("lib")).stream()
        .map(jar -> jar.getFileName().toString())
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length(), name.length() - ".jar".length()))
        .findFirst()
        .orElse("unknown");
  }
}
