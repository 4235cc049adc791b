package dev.reprise.lab.matrix;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Every JDK and every server. */
@Command(
    name = "matrix",
    description = {
      "Checks on every JDK and with every server that Reprise resumes each handshake that can be",
      "resumed, beside the stock HttpClient. Fails if a cell differs: see docs/measured/matrix.md."
    })
public final class Matrix extends Experiment {

  @Mixin private MatrixOptions options;

  private Matrix() {}

  @Override
  protected int measure() throws IOException {
    List<String> notes = new ArrayList<>();
    Plan plan = options.plan(commandLine(), notes);
    notes.forEach(errors()::println);
    Path directory = directory();
    int cells = plan.groups().stream().mapToInt(group -> group.cells().size()).sum();

    MatrixRun run = new MatrixRun(plan, Judge.load(), new Progress(errors(), cells), notes);
    List<Run<Settings, CellResult>> runs = run.run();
    if (runs.isEmpty()) {
      throw new HarnessException("nothing was run");
    }
    for (Run<Settings, CellResult> one : runs) {
      one.write(directory);
    }
    writePage(directory);

    Results results = Results.of(runs);
    List<CellResult> differing = results.with(Verdict.DIFFERS);
    console()
        .printf(
            "%d cells: %d hold, %d are explained, %d differ; written: %s%n",
            results.cells().size(),
            results.with(Verdict.HOLDS).size(),
            results.with(Verdict.EXPLAINED).size(),
            differing.size(),
            page(directory));
    differing.forEach(
        result -> console().println("  " + result.cell().describe() + ": " + result.faults()));
    run.failed().forEach(line -> console().println("  " + line));
    return differing.isEmpty() && run.failed().isEmpty() ? 0 : FAILURE;
  }

  @Override
  protected int writePage(Path directory) throws IOException {
    Results results = Results.of(Run.readAll(directory, name(), Settings.class, CellResult.class));
    new ResultsPage(results, Judge.load().explanations()).page().write(page(directory));
    return 0;
  }
}
