package dev.reprise.matrix;

import dev.reprise.harness.HarnessException;
import dev.reprise.harness.JavaRuntime;
import dev.reprise.harness.Progress;
import dev.reprise.matrix.probe.ProbeClient;
import dev.reprise.matrix.server.RunningServer;
import dev.reprise.matrix.server.ServerKind;
import dev.reprise.matrix.server.ServerSite;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs the plan: server after server, and against each its cells. */
final class MatrixRun {

  static final int MORE_RUNS = 4;

  private final Plan plan;
  private final Installation installation;
  private final Judge judge;
  private final Progress progress;
  private final List<String> skipped;
  private final List<String> failed = new ArrayList<>();
  private final List<CellResult> cells = new ArrayList<>();
  private final Map<String, String> versions = new LinkedHashMap<>();
  private final Map<String, String> titles = new LinkedHashMap<>();

  /**
   * A run of the plan.
   *
   * @param skipped what was left out so far; more may be added
   */
  MatrixRun(
      Plan plan, Installation installation, Judge judge, Progress progress, List<String> skipped) {
    this.plan = plan;
    this.installation = installation;
    this.judge = judge;
    this.progress = progress;
    this.skipped = skipped;
  }

  Results run() throws IOException {
    String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    List<JavaRuntime> runtimes =
        Stream.concat(plan.runtimes().stream(), plan.serverRuntimes().stream()).toList();
    try (Probes probes = new Probes(installation, runtimes)) {
      for (Plan.Group group : plan.groups()) {
        Optional<String> missing = group.server().missing();
        if (missing.isPresent()) {
          skip(group, missing.get());
        } else {
          run(group, probes);
        }
        progress.done(group.cells().size());
      }
      progress.clear();
      return new Results(
          date,
          plan.command(),
          Machine.current(),
          probes.versions(),
          versions,
          titles,
          List.copyOf(skipped),
          List.copyOf(failed),
          List.copyOf(cells));
    }
  }

  private void skip(Plan.Group group, String why) {
    String line = "SKIPPED %s: %s".formatted(group.server().name(), why);
    if (!skipped.contains(line)) {
      skipped.add(line);
      progress.tell(line);
    }
  }

  /**
   * Runs both clients. Which thread finds a ticket is chance: where Reprise made more full
   * handshakes, both are run some times more, and the sums compared.
   */
  private CellResult run(Cell cell, RunningServer server, Probes probes) {
    Measured reprise = probes.run(cell, ProbeClient.REPRISE, server);
    Measured stock = probes.run(cell, ProbeClient.STOCK, server);
    if (!Judge.aboveStock(reprise, stock).isEmpty()) {
      for (int i = 0; i < MORE_RUNS; i++) {
        stock = stock.plus(probes.run(cell, ProbeClient.STOCK, server));
        reprise = reprise.plus(probes.run(cell, ProbeClient.REPRISE, server));
      }
    }
    return judge.judge(cell, reprise, stock);
  }

  private void run(Plan.Group group, Probes probes) throws IOException {
    ServerKind kind = group.server();
    progress.doing("starting " + kind.name());
    versions.computeIfAbsent(kind.name(), name -> kind.version());
    titles.putIfAbsent(kind.name(), kind.title());
    ServerSite site =
        ServerSite.create(installation.workspace(), kind.name(), group.tls(), group.key());
    boolean explained = true;
    try (RunningServer server = kind.start(site)) {
      for (Cell cell : group.cells()) {
        progress.doing(cell.describe());
        CellResult result = run(cell, server, probes);
        if (result.verdict() == Verdict.DIFFERS) {
          explained = false;
          progress.tell("DIFFERS: %s: %s".formatted(cell.describe(), result.faults()));
        }
        cells.add(result);
      }
    } catch (HarnessException e) {
      String line = "FAILED %s, %s: %s".formatted(kind.name(), group.tls().label(), e.getMessage());
      explained = false;
      failed.add(line);
      progress.tell(line);
    }
    // Logs are for those who want to know why.
    if (explained) {
      site.delete();
    }
  }
}
