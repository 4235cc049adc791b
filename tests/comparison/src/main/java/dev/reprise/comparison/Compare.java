package dev.reprise.comparison;

import dev.reprise.comparison.report.Reports;
import dev.reprise.comparison.report.TextTable;
import dev.reprise.comparison.results.Cell;
import dev.reprise.comparison.results.Results;
import dev.reprise.harness.HarnessException;
import dev.reprise.harness.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command behind {@code compare.sh}. */
@Command(
    name = "compare.sh",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    versionProvider = Compare.Version.class,
    usageHelpAutoWidth = true,
    subcommands = HeldTimes.class,
    description = {
      "Compares the throughput of HTTPS clients against a server that answers Connection: close.",
      "Each client runs in a JVM of its own; clients take turns for several rounds."
    },
    footer = {"", "Exit codes: 0 done, 1 it could not be done, 2 the command line makes no sense."})
public final class Compare implements Callable<Integer> {

  static final int FAILURE = 1;
  static final int USAGE = 2;

  @Spec private CommandSpec spec;
  @Mixin private CompareOptions options;

  private Compare() {}

  /** Runs the comparison and ends the JVM. */
  public static void main(String[] args) {
    System.exit(run(utf8(System.out), utf8(System.err), args));
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /** Runs the comparison and returns the exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new Compare())
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler((e, arguments) -> complain(err, e.getMessage(), USAGE))
        .setExecutionExceptionHandler((e, commandLine, parsed) -> explain(err, e))
        .execute(args);
  }

  private static int explain(PrintWriter err, Exception e) throws Exception {
    if (e instanceof UsageException) {
      return complain(err, e.getMessage(), USAGE);
    }
    if (e instanceof HarnessException) {
      return complain(err, e.getMessage(), FAILURE);
    }
    throw e;
  }

  private static int complain(PrintWriter err, String message, int code) {
    String hint = code == USAGE ? " (see --help)" : "";
    err.println("compare.sh: " + message.replaceAll("\\s*\\R\\s*", " ") + hint);
    return code;
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    List<String> notes = new ArrayList<>();
    Plan plan =
        options.plan(spec.commandLine().getParseResult().originalArgs(), notes, err::println);
    notes.forEach(note -> err.println("note: " + note));
    Path directory = createDirectory(plan.out());

    int told = notes.size();
    Results results = new Comparison(plan, Installation.current(), new Progress(err), notes).run();

    for (Cell cell : results.cells()) {
      out.println();
      out.print(TextTable.of(cell));
    }
    out.println();
    out.println(TextTable.legend());
    Reports.write(results, directory);
    results.notes().stream().skip(told).forEach(note -> err.println("note: " + note));
    out.println("Written: " + directory.resolve("report.html").toAbsolutePath().normalize());
    out.println("         " + directory.resolve("results.json").toAbsolutePath().normalize());
    out.println("         " + directory.resolve("throughput.svg").toAbsolutePath().normalize());
    out.flush();
    if (results.cells().stream().anyMatch(Cell::incomplete)) {
      return complain(err, "a client dropped out; the table says why", FAILURE);
    }
    return 0;
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"Reprise comparison " + Comparison.version()};
    }
  }

  private static Path createDirectory(Path directory) {
    try {
      Path created = Files.createDirectories(directory);
      if (Files.isWritable(created)) {
        return created;
      }
    } catch (IOException e) {
      throw new HarnessException(
          "--out: the directory '%s' cannot be made: %s".formatted(directory, e), e);
    }
    throw new HarnessException("--out: '%s' cannot be written to".formatted(directory));
  }
}
