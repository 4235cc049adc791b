package dev.reprise.bootmatrix;

import dev.reprise.lab.DemoServer;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Machine;
import dev.reprise.lab.Run;
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
    try (DemoServer provider = startProvider();
        DemoServer kept = startProvider("--keep-alive=true", "--client-certificates=true")) {
      for (Cell cell : cells) {
        err.printf("[%d/%d] %s …%n", results.size() + 1, cells.size(), cell);
        CellResult result = run(cell, provider, kept);
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
        Machine.system(),
        Run.currentCommit(),
        Run.currentVersion(),
        results);
  }

  private DemoServer startProvider(String... options) {
    return DemoServer.start(JavaRuntime.own().java(), layout.demoServer(), "256m", options)
        .awaitReady();
  }

  private CellResult run(Cell cell, DemoServer provider, DemoServer kept) {
    List<CaseResult> cases = new ArrayList<>();
    for (CaseGroup group : CaseGroup.values()) {
      DemoServer asked = group == CaseGroup.KEPT ? kept : provider;
      cases.addAll(new CasesRun(layout, asked).run(cell, group));
    }
    cases.add(new Snippets(layout).compile(cell.generation()));
    if (!cell.generation().isBetween()) {
      cases.add(new SampleRun(layout, provider).run(cell));
    }
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
