package dev.reprise.matrix;

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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command behind {@code tests/jdk-matrix/run.sh}. */
@Command(
    name = "run.sh",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {
      "Checks on every JDK and with every server that Reprise resumes each handshake that can be",
      "resumed, beside the stock HttpClient, and writes the page docs/compatibility.md."
    },
    footer = {
      "",
      "Exit codes: 0 every cell holds or is explained, 1 one differs or it could not be done,"
          + " 2 the command line makes no sense."
    })
public final class Matrix implements Callable<Integer> {

  static final int FAILURE = 1;
  static final int USAGE = 2;

  @Spec private CommandSpec spec;
  @Mixin private MatrixOptions options;

  private Matrix() {}

  /** Runs the matrix and ends the JVM. */
  public static void main(String[] args) {
    System.exit(run(utf8(System.out), utf8(System.err), args));
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /** Runs the matrix and returns the exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new Matrix())
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
    err.println("run.sh: " + message.replaceAll("\\s*\\R\\s*", " ") + hint);
    return code;
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Installation installation = Installation.current();
    List<String> skipped = new ArrayList<>();
    Plan plan =
        options.plan(spec.commandLine().getParseResult().originalArgs(), installation, skipped);
    skipped.forEach(err::println);
    Path directory = createDirectory(options.out(installation));
    int cells = plan.groups().stream().mapToInt(group -> group.cells().size()).sum();

    Judge judge = Judge.load();
    Results results =
        new MatrixRun(plan, installation, judge, new Progress(err, cells), skipped).run();
    Reports.write(results, judge.explanations(), directory);

    List<CellResult> differing = results.with(Verdict.DIFFERS);
    out.printf(
        "%d cells: %d hold, %d are explained, %d differ%n",
        results.cells().size(),
        results.with(Verdict.HOLDS).size(),
        results.with(Verdict.EXPLAINED).size(),
        differing.size());
    differing.forEach(
        result -> out.println("  " + result.cell().describe() + ": " + result.faults()));
    results.failed().forEach(line -> out.println("  " + line));
    out.println("Written: " + directory.resolve(Reports.PAGE).toAbsolutePath().normalize());
    out.println("         " + directory.resolve(Reports.DATA).toAbsolutePath().normalize());
    out.flush();
    if (results.cells().isEmpty()) {
      return complain(err, "nothing was run", FAILURE);
    }
    return differing.isEmpty() && results.failed().isEmpty() ? 0 : FAILURE;
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
