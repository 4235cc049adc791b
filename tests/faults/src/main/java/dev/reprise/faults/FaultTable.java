package dev.reprise.faults;

import static java.util.Comparator.comparing;

import dev.reprise.faults.probe.Cell;
import dev.reprise.faults.probe.Fault;
import dev.reprise.faults.report.FaultPage;
import dev.reprise.harness.HarnessException;
import dev.reprise.harness.JavaRuntime;
import dev.reprise.harness.JavaRuntimes;
import dev.reprise.harness.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command behind {@code tests/faults/run.sh}. */
@Command(
    name = "tests/faults/run.sh",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {
      "Tries every fault on every JDK, with TLS 1.2 and 1.3, through the stock HttpClient 4.5.14 and through Reprise.",
      "Fails if Reprise breaks a promise: see docs/faults.md."
    },
    footer = {
      "",
      "Exit codes: 0 every promise held, 1 one did not or it could not be tried, 2 the command line makes no sense, 3 a JDK could not be had."
    })
public final class FaultTable implements Callable<Integer> {

  static final int FAILURE = 1;
  static final int USAGE = 2;
  static final int JDK_MISSING = 3;
  private static final String REPRISE = "reprise";
  private static final int AGAIN_TRIES = 5;
  private static final List<String> BRIEF_JDKS = List.of("11.0.5", "17.0.2", "25.0.2");
  private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");

  @Spec private CommandSpec spec;

  @Option(
      names = "--short",
      description =
          "Reprise alone, one try each and five where a promise breaks, on 11.0.5, 17.0.2 and 25.0.2; the clock moves on the last alone. About 2 minutes.")
  private boolean brief;

  @Option(
      names = "--jdks",
      paramLabel = "VERSION",
      split = ",",
      description = "JDKs to try them on. Default: all. Names: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Jdks.class)
  private List<String> jdks;

  @Option(
      names = "--faults",
      paramLabel = "FAULT",
      split = ",",
      description = "Faults by name. Default: all. Names: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Labels.class)
  private List<String> faults;

  @Option(
      names = "--tries",
      paramLabel = "COUNT",
      description = "How often each fault is tried, 1 to 100. Default: 3, with --short 1.")
  private Integer tries;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where to write faults/VERSION.json, and faults.md from all of these that are there. Default: tests/faults/target/out.")
  private Path out;

  @Option(
      names = "--page",
      description = "Only write faults.md anew, from the raw data in the directory of --out.")
  private boolean pageOnly;

  private FaultTable() {}

  static final class Jdks extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Jdks() {
      super(JavaRuntimes.NAMES);
    }
  }

  static final class Labels extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Labels() {
      super(Arrays.stream(Fault.values()).map(Fault::label).toList());
    }
  }

  /** Runs the command and ends the JVM. */
  public static void main(String[] args) {
    System.exit(run(utf8(System.out), utf8(System.err), args));
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /** Runs the command and returns the exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new FaultTable())
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(
            (e, arguments) -> complain(err, e.getMessage() + " (see --help)", USAGE))
        .setExecutionExceptionHandler(
            (e, commandLine, parsed) -> {
              if (e instanceof HarnessException) {
                return complain(err, e.getMessage(), FAILURE);
              }
              throw e;
            })
        .execute(args);
  }

  private static int complain(PrintWriter err, String message, int code) {
    err.println("tests/faults/run.sh: " + message.replaceAll("\\s*\\R\\s*", " "));
    return code;
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    Path directory = out != null ? out : Path.of("tests", "faults", "target", "out");
    if (pageOnly) {
      return writePage(directory, err);
    }
    Path faketime = FakeTime.library();
    List<Fault> tried = faultsToTry();
    int count = tries != null ? tries : brief ? 1 : 3;
    if (count < 1 || count > 100) {
      throw usage("--tries: " + count + " is not within 1 to 100");
    }
    List<String> clients = brief ? List.of(REPRISE) : List.of("stock", REPRISE);
    List<String> skipped = new ArrayList<>();
    List<JavaRuntime> runtimes = runtimes(skipped);
    skipped.forEach(err::println);
    createDirectory(directory.resolve("faults"));
    if (faketime == null && tried.removeIf(Fault::movesClock)) {
      err.println("SKIPPED: faults of the wall clock, since libfaketime is not installed");
    }
    Progress progress =
        new Progress(err, tried.size() * clients.size() * PROTOCOLS.size() * runtimes.size());
    List<Cell> cells = new ArrayList<>();
    try (PeerProcess peer = new PeerProcess()) {
      for (JavaRuntime runtime : runtimes) {
        List<Cell> found = Collections.synchronizedList(new ArrayList<>());
        Consumer<Cell> taker =
            cell -> {
              found.add(cell);
              progress.done(1);
              progress.doing(
                  "JDK %s %s %s %s".formatted(cell.jdk, cell.protocol, cell.client, cell.fault));
            };
        // Two at a time when time is short, though that makes the times held less exact.
        Stream<String> protocols = brief ? PROTOCOLS.parallelStream() : PROTOCOLS.stream();
        protocols.forEach(
            protocol ->
                new ProbeRun(peer, runtime, protocol, clients, count, faketime)
                    .run(triedOn(runtime, runtimes, tried), taker));
        if (brief) {
          tryAgain(found, peer, runtime, faketime, progress);
        }
        found.sort(
            comparing((Cell cell) -> cell.client).reversed().thenComparing(cell -> cell.protocol));
        Results.of(found, count).write(directory.resolve("faults"));
        cells.addAll(found);
      }
    } finally {
      progress.clear();
    }
    int page = writePage(directory, err);
    List<String> broken = cells.stream().flatMap(cell -> Promises.broken(cell).stream()).toList();
    broken.forEach(spec.commandLine().getOut()::println);
    spec.commandLine()
        .getOut()
        .printf(
            "%d cells, %d promises broken; written: %s%n",
            cells.size(), broken.size(), directory.resolve("faults.md"));
    return !broken.isEmpty() || page != 0 ? FAILURE : skipped.isEmpty() ? 0 : JDK_MISSING;
  }

  private static void createDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new HarnessException(
          "--out: the directory '%s' cannot be made: %s".formatted(directory, e), e);
    }
  }

  /**
   * One try on a busy machine is no proof of a broken promise: such faults are tried again, a few
   * times and with nothing beside them.
   */
  private static void tryAgain(
      List<Cell> found, PeerProcess peer, JavaRuntime runtime, Path faketime, Progress progress) {
    for (String protocol : PROTOCOLS) {
      List<Cell> broken =
          found.stream()
              .filter(cell -> cell.protocol.equals(protocol) && !Promises.broken(cell).isEmpty())
              .toList();
      if (!broken.isEmpty()) {
        List<Fault> faults = broken.stream().map(cell -> Fault.labelled(cell.fault)).toList();
        progress.tell("again: " + runtime.version() + " " + protocol + " " + faults);
        found.removeAll(broken);
        new ProbeRun(peer, runtime, protocol, List.of(REPRISE), AGAIN_TRIES, faketime)
            .run(faults, found::add);
      }
    }
  }

  /** Moving the clock takes long, and JDKs do not differ in it. */
  private List<Fault> triedOn(JavaRuntime runtime, List<JavaRuntime> all, List<Fault> tried) {
    boolean last = runtime.equals(all.get(all.size() - 1));
    return brief && !last ? tried.stream().filter(fault -> !fault.movesClock()).toList() : tried;
  }

  private static int writePage(Path directory, PrintWriter err) throws IOException {
    List<Results> results = Results.readAll(directory.resolve("faults"));
    List<Fault> unexplained = FaultPage.write(results, directory.resolve("faults.md"));
    if (!unexplained.isEmpty()) {
      err.println("Not explained: " + unexplained.stream().map(Fault::label).toList());
      return FAILURE;
    }
    return 0;
  }

  private List<JavaRuntime> runtimes(List<String> skipped) {
    List<String> names = jdks != null ? jdks : brief ? BRIEF_JDKS : JavaRuntimes.NAMES;
    for (String name : names) {
      if (!JavaRuntimes.NAMES.contains(name)) {
        throw usage("--jdks: unknown '%s'; known are %s".formatted(name, JavaRuntimes.NAMES));
      }
    }
    return JavaRuntimes.find(Path.of("tests", "jdks.sh"), names, skipped::add);
  }

  private List<Fault> faultsToTry() {
    List<Fault> tried = new ArrayList<>();
    if (faults == null) {
      tried.addAll(Arrays.asList(Fault.values()));
    } else {
      for (String label : faults) {
        Fault fault = Fault.labelled(label);
        if (fault == null) {
          throw usage("--faults: there is no fault '" + label + "'");
        }
        tried.add(fault);
      }
    }
    return tried;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
