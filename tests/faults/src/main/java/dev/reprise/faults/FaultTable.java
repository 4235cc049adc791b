package dev.reprise.faults;

import dev.reprise.faults.probe.Cell;
import dev.reprise.faults.probe.Fault;
import dev.reprise.faults.report.FaultPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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
  private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");

  @Spec private CommandSpec spec;

  @Option(
      names = "--short",
      description = "Reprise alone, 2 tries each, on 11.0.5, 17.0.2 and 25.0.2: about 3 minutes.")
  private boolean brief;

  @Option(
      names = "--jdks",
      paramLabel = "VERSION",
      split = ",",
      description =
          "JDKs, of those that tests/jdks.sh knows, and 'current', the one of JAVA_HOME. Default: all of them.")
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
      description = "How often each fault is tried, 1 to 100. Default: 5, with --short 2.")
  private Integer tries;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where to write faults/VERSION.json, and faults.md from all of these that are there. Default: tests/faults/target/out.")
  private Path out;

  @Option(names = "--runtime", hidden = true, description = "VERSION=path of its java command.")
  private Map<String, Path> runtimes = new LinkedHashMap<>();

  @Option(names = "--libfaketime", hidden = true, description = "The library, if there is one.")
  private Path faketime;

  private FaultTable() {}

  static final class Labels extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Labels() {
      super(Arrays.stream(Fault.values()).map(Fault::label).toList());
    }
  }

  /** Runs the command and ends the JVM. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new FaultTable())
            .setParameterExceptionHandler(
                (e, arguments) -> {
                  System.err.println("tests/faults/run.sh: " + e.getMessage() + " (see --help)");
                  return USAGE;
                })
            .setExecutionExceptionHandler(
                (e, commandLine, parsed) -> {
                  if (e instanceof ProbeException) {
                    System.err.println("tests/faults/run.sh: " + e.getMessage());
                    return FAILURE;
                  }
                  throw e;
                })
            .execute(args));
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    List<Fault> tried = faultsToTry(err);
    int count = tries != null ? tries : brief ? 2 : 5;
    if (runtimes.isEmpty()) {
      throw usage("--jdks: there is no JDK to try them on");
    }
    if (count < 1 || count > 100) {
      throw usage("--tries: " + count + " is not within 1 to 100");
    }
    List<String> clients = brief ? List.of("reprise") : List.of("stock", "reprise");
    Path directory = out != null ? out : Path.of("tests", "faults", "target", "out");
    Files.createDirectories(directory.resolve("faults"));
    Progress progress =
        new Progress(err, tried.size() * clients.size() * PROTOCOLS.size() * runtimes.size());
    List<Cell> cells = new ArrayList<>();
    try (PeerProcess peer = new PeerProcess()) {
      for (Path java : runtimes.values()) {
        List<Cell> found = new ArrayList<>();
        for (String protocol : PROTOCOLS) {
          new ProbeRun(peer, java, protocol, clients, count, faketime)
              .run(
                  tried,
                  cell -> {
                    found.add(cell);
                    progress.done(cell);
                  });
        }
        Results.of(found, count).write(directory.resolve("faults"));
        cells.addAll(found);
      }
    } finally {
      progress.finish();
    }
    FaultPage.write(Results.readAll(directory.resolve("faults")), directory.resolve("faults.md"));
    List<String> broken = cells.stream().flatMap(cell -> Promises.broken(cell).stream()).toList();
    broken.forEach(spec.commandLine().getOut()::println);
    spec.commandLine()
        .getOut()
        .printf(
            "%d cells, %d promises broken; written: %s%n",
            cells.size(), broken.size(), directory.resolve("faults.md"));
    return broken.isEmpty() ? 0 : FAILURE;
  }

  private List<Fault> faultsToTry(PrintWriter err) {
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
    if (faketime == null && tried.removeIf(Fault::movesClock)) {
      err.println("SKIPPED: faults of the wall clock, since libfaketime is not installed");
    }
    return tried;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
