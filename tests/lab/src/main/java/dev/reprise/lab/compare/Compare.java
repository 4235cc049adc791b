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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
    String command = commandLine(EndpointOptions.withoutSecrets(arguments()).toList());
    Optional<SetUp> setUp = options.setUp();
    String name = setUp.map(SetUp::label).orElse(name());
    List<Plan> plans =
        setUp.isPresent()
            ? CompareOptions.plans(setUp.get(), arguments(), command, notes)
            : List.of(options.plan(command, notes, errors()::println));
    notes.stream().distinct().forEach(note -> errors().println("note: " + note));
    Path directory = directory(name);

    int told = notes.size();
    Run<Settings, Cell> run = new Comparison(name, plans, new Progress(errors()), notes).run();

    for (Cell cell : run.cells()) {
      console().println();
      console().print(TextTable.of(cell));
    }
    console().println();
    console().println(TextTable.legend(run.cells()));
    run.write(directory);
    writePage(directory, name);
    Path html = directory.resolve(name).resolve(run.file() + ".html");
    Files.writeString(html, HtmlPage.of(run));
    notes.stream().skip(told).distinct().forEach(note -> errors().println("note: " + note));
    console().println("Written: " + page(directory, name).toAbsolutePath().normalize());
    console().println("         " + html.toAbsolutePath().normalize());
    console().flush();
    if (run.cells().stream().anyMatch(Cell::incomplete)) {
      return complain("a client dropped out; the table says why", FAILURE);
    }
    return setUp.isPresent() ? judge(setUp.get(), run) : 0;
  }

  /** Tells what holds and what does not; short runs are too rough for a judgement. */
  private int judge(SetUp setUp, Run<Settings, Cell> run) {
    int missed = 0;
    for (Judged judged : Judged.of(setUp, run)) {
      Bound.Verdict verdict = judged.verdict();
      console()
          .printf(
              "%-6s  %s: %s; must be %s (%s)%n",
              judged.word(),
              verdict.figure(),
              verdict.measured(),
              verdict.bound(),
              judged.cell().title());
      missed += verdict.holds() || run.settings().quick() ? 0 : 1;
    }
    console().flush();
    return missed == 0 ? 0 : complain(missed + " bounds missed", FAILURE);
  }

  @Override
  protected boolean hasRawData(Path directory) {
    return names().anyMatch(name -> Run.isIn(directory, name));
  }

  @Override
  protected int writePage(Path directory) throws IOException {
    List<String> there = names().filter(name -> Run.isIn(directory, name)).toList();
    for (String name : there.isEmpty() ? List.of(name()) : there) {
      writePage(directory, name);
    }
    return 0;
  }

  private Stream<String> names() {
    return Stream.concat(Stream.of(name()), Arrays.stream(SetUp.values()).map(SetUp::label));
  }

  private static void writePage(Path directory, String name) throws IOException {
    ComparePage.write(Run.readAll(directory, name, Settings.class, Cell.class), directory);
  }
}
