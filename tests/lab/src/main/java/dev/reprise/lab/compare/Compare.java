package dev.reprise.lab.compare;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import dev.reprise.lab.compare.report.ComparePage;
import dev.reprise.lab.compare.report.HtmlPage;
import dev.reprise.lab.compare.report.TextTable;
import dev.reprise.lab.compare.results.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Clients beside each other; the command behind {@code compare.sh} too. */
@Command(
    name = "compare",
    description = {
      "Compares the throughput of HTTPS clients against a server that answers Connection: close.",
      "Each client runs in a JVM of its own; clients take turns for several rounds."
    })
public final class Compare extends Experiment {

  @Mixin private CompareOptions options;

  private Compare() {}

  @Override
  protected int measure() throws IOException {
    List<String> notes = new ArrayList<>();
    Plan plan =
        options.plan(
            commandLine(EndpointOptions.withoutSecrets(arguments()).toList()),
            notes,
            errors()::println);
    notes.forEach(note -> errors().println("note: " + note));
    Path directory = directory();

    int told = notes.size();
    Run<Settings, Cell> run = new Comparison(plan, new Progress(errors()), notes).run();

    for (Cell cell : run.cells()) {
      console().println();
      console().print(TextTable.of(cell));
    }
    console().println();
    console().println(TextTable.legend());
    run.write(directory);
    writePage(directory);
    Path html = directory.resolve(name()).resolve(run.file() + ".html");
    Files.writeString(html, HtmlPage.of(run));
    run.notes().stream().skip(told).forEach(note -> errors().println("note: " + note));
    console().println("Written: " + page(directory).toAbsolutePath().normalize());
    console().println("         " + html.toAbsolutePath().normalize());
    console().flush();
    if (run.cells().stream().anyMatch(Cell::incomplete)) {
      return complain("a client dropped out; the table says why", FAILURE);
    }
    return 0;
  }

  @Override
  protected int writePage(Path directory) throws IOException {
    ComparePage.write(Run.readAll(directory, name(), Settings.class, Cell.class), directory);
    return 0;
  }
}
