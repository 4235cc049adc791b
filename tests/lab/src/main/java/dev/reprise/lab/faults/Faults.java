package dev.reprise.lab.faults;

import static java.util.Comparator.comparing;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.Experiment;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import dev.reprise.subject.faults.FaultsMain;
import dev.reprise.subject.faults.FaultsMain.FaultsReply;
import dev.reprise.subject.faults.FaultsMain.FaultsRequest;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Every fault on every JDK, through the stock HttpClient and through Reprise. */
@Command(
    name = "faults",
    description = {
      "Tries every fault on every JDK, with TLS 1.2 and 1.3, through the stock HttpClient 4.5.14, through Reprise, and through Reprise with preconnect.",
      "Fails if Reprise breaks a promise, at the bounds that docs/measured/faults.md states: for a machine that does nothing else."
    })
public final class Faults extends Experiment {

  private static final List<String> BRIEF_JDKS = List.of("11.0.9", "17.0.2", "25.0.2");
  static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");
  private static final Duration CELL_LIMIT = Duration.ofMinutes(5);

  @Option(
      names = "--short",
      description =
          "For a busy machine, not for the record: Reprise alone, three tries each, bounds of 450 ms, on 11.0.9, 17.0.2 and 25.0.2. With preconnected connections on the last alone, and where a call meets the fault on its preconnected connection. About 3 minutes.")
  private boolean brief;

  @Option(
      names = "--jdks",
      paramLabel = "VERSION",
      split = ",",
      description = "JDKs to try them on, such as 17.0.2 or machine-17. Default: all.")
  private List<String> jdks;

  @Option(
      names = "--faults",
      paramLabel = "FAULT",
      split = ",",
      description = "Faults by name, such as hold-open. Default: all.")
  private List<String> faults;

  private Faults() {}

  record Settings(int tries) {}

  @Override
  protected int measure() throws IOException {
    Instant begin = Instant.now();
    List<FaultCase> tried =
        choose("--faults", "fault", faults, List.of(FaultCase.values()), FaultCase::label);
    int count = brief ? 3 : 5;
    List<String> skipped = new ArrayList<>();
    List<JavaRuntime> runtimes =
        runtimes(jdks != null ? jdks : brief ? BRIEF_JDKS : JavaRuntime.NAMES, skipped);
    directory();
    JavaRuntime last = runtimes.get(runtimes.size() - 1);
    int steps = runtimes.stream().mapToInt(one -> count(plan(one.equals(last), tried))).sum();
    Progress progress = new Progress(errors(), steps * PROTOCOLS.size());
    List<Cell> cells = new ArrayList<>();
    Certificates certificates = new Certificates();
    for (JavaRuntime runtime : runtimes) {
      Map<String, List<FaultCase>> plan = plan(runtime.equals(last), tried);
      List<Cell> found = Collections.synchronizedList(new ArrayList<>());
      // Two at a time when time is short, though that makes the times held less exact.
      Stream<String> protocols = brief ? PROTOCOLS.parallelStream() : PROTOCOLS.stream();
      protocols.forEach(
          protocol -> {
            try (TlsPeer server = TlsPeer.start(certificates, protocol);
                ChildProcess jvm = ChildJvm.on(runtime).main(FaultsMain.class.getName()).start()) {
              FaultsRequest request = new FaultsRequest();
              request.url = server.url();
              request.authority = certificates.authorityPem();
              request.protocol = protocol;
              request.tries = count;
              request.timeoutMillis = Promises.TIMEOUT_MILLIS;
              request.plan = plan;
              jvm.send(request);
              for (int i = 0; i < count(plan); i++) {
                Cell cell = nextCell(jvm, server);
                found.add(cell);
                progress.done(1);
                progress.doing(
                    "JDK %s %s %s %s".formatted(cell.jdk, cell.protocol, cell.client, cell.fault));
              }
            } catch (IOException | GeneralSecurityException e) {
              throw new HarnessException("the server fails: " + e, e);
            }
          });
      found.sort(
          comparing((Cell cell) -> cell.client).reversed().thenComparing(cell -> cell.protocol));
      record(begin, runtime, null, skipped, new Settings(count), found);
      cells.addAll(found);
    }
    Promises.Margin margin = brief ? Promises.Margin.BUSY : Promises.Margin.EXACT;
    List<String> broken =
        cells.stream().flatMap(cell -> Promises.broken(cell, margin).stream()).toList();
    return end(cells.size(), broken, !skipped.isEmpty());
  }

  /** Has the server do what the JVM wants, until the next cell is there. */
  private static Cell nextCell(ChildProcess jvm, TlsPeer server) throws IOException {
    while (true) {
      FaultsReply reply = jvm.receive(FaultsReply.class, CELL_LIMIT);
      if (reply.cell != null) {
        return reply.cell;
      }
      if (reply.fault != null) {
        server.misbehave(reply.fault);
      }
      if (reply.lettingGo) {
        server.endConnections();
      }
      jvm.send(server.stuck());
    }
  }

  /** What each client tries: with preconnect where that can make a difference. */
  private Map<String, List<FaultCase>> plan(boolean isLastJdk, List<FaultCase> tried) {
    Map<String, List<FaultCase>> plan = new LinkedHashMap<>();
    if (!brief) {
      plan.put(Promises.STOCK, tried);
    }
    plan.put(Promises.REPRISE, tried);
    if (!brief || isLastJdk) {
      plan.put(
          Promises.WITH_PRECONNECTIONS,
          tried.stream().filter(fault -> !brief || !fault.progress.contains("NOT_SENT")).toList());
    }
    return plan;
  }

  private static int count(Map<String, List<FaultCase>> plan) {
    return plan.values().stream().mapToInt(List::size).sum();
  }

  @Override
  protected List<String> writePage(Path directory) throws IOException {
    FaultPage page = new FaultPage(Run.readAll(directory, name(), Settings.class, Cell.class));
    page.write().write(page(directory));
    return page.unexplained.stream().map(fault -> "not explained: " + fault).toList();
  }
}
