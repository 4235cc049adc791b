package dev.reprise.bootmatrix;

import dev.reprise.lab.HarnessException;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.JavaRuntimes;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command behind {@code run.sh}. */
@Command(
    name = "run.sh",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {
      "Runs applications of several generations of Spring Boot with the same jar of Reprise.",
      "A run of all cells rewrites docs/measured/boot.md."
    },
    footer = {
      "",
      "Exit codes: 0 all cases hold, 1 one does not or it could not be done, 2 the command line"
          + " makes no sense."
    })
public final class BootMatrix implements Callable<Integer> {

  private static final int FAILURE = 1;
  private static final int USAGE = 2;

  /** What is fetched where the machine has none, by feature version. */
  private static final Map<Integer, String> FETCHED =
      Map.of(11, "11.0.13", 17, "17.0.2", 25, "25.0.2");

  @Spec private CommandSpec spec;

  @Option(
      names = "--short",
      description = "One Java for each Spring Boot, the oldest and for the newest the newest.")
  private boolean shortForm;

  @Option(
      names = "--boot",
      split = ",",
      paramLabel = "VERSION",
      description = "Only these versions of Spring Boot, such as 2.7.18 or 4.1.")
  private List<String> boots = new ArrayList<>();

  @Option(
      names = "--java",
      split = ",",
      paramLabel = "N",
      description = "Only these Java versions: 11, 17, 25.")
  private List<Integer> javas = new ArrayList<>();

  @Option(
      names = "--installed",
      description = "Use the Reprise in the local Maven repository, and do not build it.")
  private boolean installed;

  @Option(
      names = "--startup",
      paramLabel = "N",
      description =
          "Instead of the cases, measure the start of an application, N times each without and with"
              + " Reprise. The machine should do nothing else.")
  private int startup;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where boot.md is written; default: docs/measured for a run of all cells,"
              + " else tests/boot-matrix/target.")
  private Path out;

  private BootMatrix() {}

  /** Runs the matrix and ends the JVM. */
  public static void main(String[] args) {
    System.exit(run(utf8(System.out), utf8(System.err), args));
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /** Runs the matrix and returns the exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new BootMatrix())
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(
            (e, arguments) -> complain(err, e.getMessage() + " (see --help)", USAGE))
        .setExecutionExceptionHandler((e, command, parsed) -> explain(err, e))
        .execute(args);
  }

  private static int explain(PrintWriter err, Exception e) throws Exception {
    if (e instanceof HarnessException) {
      return complain(err, e.getMessage(), FAILURE);
    }
    throw e;
  }

  private static int complain(PrintWriter err, String message, int code) {
    err.println("run.sh: " + message.replaceAll("\\s*\\R\\s*", " "));
    return code;
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    Layout layout = Layout.current();
    List<Cell> cells = cells(layout);
    boolean all = !shortForm && boots.isEmpty() && javas.isEmpty();
    Path directory = out != null ? out : layout.root().resolve("docs").resolve("measured");
    if (out == null && !all) {
      directory = layout.module().resolve("target");
    }
    Files.createDirectories(directory);

    err.println(
        installed
            ? "using the Reprise that is in the local Maven repository"
            : "using the Reprise of this tree, just put into the local Maven repository");
    Set<Generation> generations = new LinkedHashSet<>();
    cells.forEach(cell -> generations.add(cell.generation()));
    new Applications(layout, err).build(generations);

    if (startup > 0) {
      StartupCost cost = new StartupCost(layout, startup);
      spec.commandLine()
          .getOut()
          .println("| application | | median, ms | range |\n|---|---|---|---|");
      cells.forEach(cell -> spec.commandLine().getOut().println(cost.measure(cell)));
      return 0;
    }
    Results results = new Matrix(layout, err).run(cells);
    String page = MarkdownPage.of(results);
    Files.writeString(directory.resolve("boot.md"), page);
    spec.commandLine().getOut().println(page);
    if (results.failures() > 0) {
      return complain(
          err, results.failures() + " cases do not hold; they are named above", FAILURE);
    }
    return 0;
  }

  private List<Cell> cells(Layout layout) {
    Set<Generation> generations = new LinkedHashSet<>();
    for (String boot : boots) {
      generations.add(
          Generation.of(boot)
              .orElseThrow(
                  () ->
                      usage(
                          "--boot: unknown version '%s'; known are %s"
                              .formatted(boot, Generation.known()))));
    }
    for (Integer java : javas) {
      if (!FETCHED.containsKey(java)) {
        throw usage("--java: unknown version '%s'; known are 11, 17, 25".formatted(java));
      }
    }
    if (generations.isEmpty()) {
      generations.addAll(List.of(Generation.values()));
    }
    Map<Integer, JavaRuntime> found = new TreeMap<>();
    List<Cell> cells = new ArrayList<>();
    for (Generation generation : generations) {
      for (Integer java : chosen(generation)) {
        cells.add(
            new Cell(generation, found.computeIfAbsent(java, feature -> find(layout, feature))));
      }
    }
    if (cells.isEmpty()) {
      throw usage(
          "--boot and --java: no cell has both; Boot 2.7 runs on 11 and 17, 3.1 to 3.4 on 17, others on 17 and 25");
    }
    return cells;
  }

  private List<Integer> chosen(Generation generation) {
    List<Integer> chosen = generation.javas();
    if (shortForm && generation.isBetween() && boots.isEmpty()) {
      return List.of();
    }
    if (shortForm) {
      int index = generation == Generation.BOOT_4_1 ? chosen.size() - 1 : 0;
      chosen = List.of(chosen.get(index));
    }
    return chosen.stream().filter(java -> javas.isEmpty() || javas.contains(java)).toList();
  }

  private static JavaRuntime find(Layout layout, int feature) {
    return JavaRuntimes.ofMachine(feature).orElseGet(() -> fetch(layout, feature));
  }

  private static JavaRuntime fetch(Layout layout, int feature) {
    List<String> notes = new ArrayList<>();
    try {
      return JavaRuntimes.find(layout.jdks(), List.of(FETCHED.get(feature)), notes::add).get(0);
    } catch (HarnessException e) {
      notes.add(e.getMessage());
      throw new HarnessException(
          "no Java %d: %s; set JAVA_HOME_%d, or use --java for others"
              .formatted(feature, String.join("; ", notes), feature),
          e);
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
