package dev.reprise.lab.faults;

import static java.util.Comparator.comparing;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.JavaRuntimes;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import dev.reprise.lab.faults.report.FaultPage;
import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Every fault on every JDK, through the stock HttpClient and through Reprise. */
@Command(
    name = "faults",
    description = {
      "Tries every fault on every JDK, with TLS 1.2 and 1.3, through the stock HttpClient 4.5.14, through Reprise, and through Reprise with spares.",
      "Fails if Reprise breaks a promise, at the bounds that docs/measured/faults.md states: for a machine that does nothing else."
    })
public final class Faults extends Experiment {

  private static final String REPRISE = "reprise";
  private static final List<String> BRIEF_JDKS = List.of("11.0.9", "17.0.2", "25.0.2");
  private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");

  @Option(
      names = "--short",
      description =
          "For a busy machine, not for the record: Reprise alone, three tries each, bounds 300 ms wider, on 11.0.9, 17.0.2 and 25.0.2. With spares on the last alone, and where a call meets the fault on its spare. About 3 minutes.")
  private boolean brief;

  @Option(
      names = "--jdks",
      paramLabel = "VERSION",
      split = ",",
      description = "JDKs to try them on. Default: all. Names: ${COMPLETION-CANDIDATES}.",
      completionCandidates = JavaRuntimes.Names.class)
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
      description =
          "How often each fault is tried on each JDK, 1 to 100. Default: 5, with --short 3.")
  private Integer tries;

  private Faults() {}

  static final class Labels extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Labels() {
      super(Arrays.stream(FaultCase.values()).map(FaultCase::label).toList());
    }
  }

  @Override
  protected int measure() throws IOException {
    PrintWriter err = errors();
    Instant begin = Instant.now();
    List<FaultCase> tried = faultsToTry();
    int count = tries != null ? tries : brief ? 3 : 5;
    within("--tries", count, 1, 100);
    Promises.Margin margin = brief ? Promises.Margin.BUSY : Promises.Margin.EXACT;
    List<String> clients = brief ? List.of(REPRISE) : List.of("stock", REPRISE);
    List<String> skipped = new ArrayList<>();
    List<JavaRuntime> runtimes =
        runtimes(jdks != null ? jdks : brief ? BRIEF_JDKS : JavaRuntimes.NAMES, skipped);
    boolean jdkMissing = !skipped.isEmpty();
    skipped.forEach(err::println);
    Path directory = directory();
    Progress progress =
        new Progress(
            err,
            runtimes.stream()
                    .mapToInt(
                        runtime ->
                            tried.size() * clients.size()
                                + triedWithSpares(runtime, runtimes, tried).size())
                    .sum()
                * PROTOCOLS.size());
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
            protocol -> {
              new ProbeRun(peer, runtime, protocol, clients, count).run(tried, taker);
              new ProbeRun(peer, runtime, protocol, List.of(Promises.WITH_SPARES), count)
                  .run(triedWithSpares(runtime, runtimes, tried), taker);
            });
        found.sort(
            comparing((Cell cell) -> cell.client).reversed().thenComparing(cell -> cell.protocol));
        Run.of(
                name(),
                begin,
                commandLine(),
                Map.of(Run.CLIENT, runtime.described(), Run.SERVER, JavaRuntime.own().described()),
                null,
                skipped,
                new Settings(Promises.TIMEOUT_MILLIS, count),
                found)
            .write(directory);
        cells.addAll(found);
      }
    } finally {
      progress.clear();
    }
    int page = writePage(directory);
    List<String> broken =
        cells.stream().flatMap(cell -> Promises.broken(cell, margin).stream()).toList();
    broken.forEach(console()::println);
    console()
        .printf(
            "%d cells, %d promises broken; written: %s%n",
            cells.size(), broken.size(), page(directory));
    return !broken.isEmpty() || page != 0 ? FAILURE : jdkMissing ? JDK_MISSING : 0;
  }

  /** Where a spare can make a difference. */
  private List<FaultCase> triedWithSpares(
      JavaRuntime runtime, List<JavaRuntime> all, List<FaultCase> tried) {
    boolean last = runtime.equals(all.get(all.size() - 1));
    return brief && !last
        ? List.of()
        : tried.stream().filter(fault -> !brief || !fault.progress().contains("NOT_SENT")).toList();
  }

  @Override
  protected int writePage(Path directory) throws IOException {
    List<FaultCase> unexplained =
        FaultPage.write(
            Run.readAll(directory, name(), Settings.class, Cell.class), page(directory));
    if (!unexplained.isEmpty()) {
      errors().println("Not explained: " + unexplained.stream().map(FaultCase::label).toList());
      return FAILURE;
    }
    return 0;
  }

  private List<FaultCase> faultsToTry() {
    List<FaultCase> all = List.of(FaultCase.values());
    return new ArrayList<>(
        faults == null ? all : choose("--faults", "fault", faults, all, FaultCase::label));
  }

  /**
   * What holds for all cells.
   *
   * @param timeoutMillis connect and read timeout of each call
   * @param tries how often each fault was tried
   */
  public record Settings(int timeoutMillis, int tries) {}
}
