package dev.reprise.lab.matrix;

import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import dev.reprise.lab.matrix.server.RunningServer;
import dev.reprise.lab.matrix.server.ServerKind;
import dev.reprise.lab.matrix.server.ServerSite;
import dev.reprise.subject.matrix.ProbeClient;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs the plan: server after server, and against each its cells. */
final class MatrixRun {

  private final Plan plan;
  private final Judge judge;
  private final Progress progress;
  private final List<String> notes;
  private final List<String> failed = new ArrayList<>();
  private final List<CellResult> cells = new ArrayList<>();
  private final Map<String, String> versions = new LinkedHashMap<>();
  private final Map<String, String> titles = new LinkedHashMap<>();

  /**
   * A run of the plan.
   *
   * @param notes what was left out so far; more may be added
   */
  MatrixRun(Plan plan, Judge judge, Progress progress, List<String> notes) {
    this.plan = plan;
    this.judge = judge;
    this.progress = progress;
    this.notes = notes;
  }

  /** Runs it, and gives what was found on each runtime. */
  List<Run<Settings, CellResult>> run() throws IOException {
    Instant begin = Instant.now();
    List<JavaRuntime> runtimes =
        Stream.concat(plan.runtimes().stream(), plan.serverRuntimes().stream()).toList();
    try (Probes probes = new Probes(runtimes)) {
      for (Plan.Group group : plan.groups()) {
        Optional<String> missing = group.server().missing();
        if (missing.isPresent()) {
          skip(group.server().name(), missing.get());
        } else {
          run(group, probes);
        }
        progress.done(group.cells().size());
      }
      progress.clear();
      notes.addAll(failed);
      List<Run<Settings, CellResult>> runs = new ArrayList<>();
      probes
          .versions()
          .forEach(
              (jdk, version) ->
                  runs.add(
                      Run.of(
                          "matrix",
                          begin,
                          plan.command(),
                          Map.of(Run.CLIENT, version),
                          null,
                          notes,
                          new Settings(plan.runs(), versions, titles),
                          cells.stream().filter(one -> one.cell().jdk().equals(jdk)).toList())));
      return runs;
    }
  }

  /** Servers that did not start or broke, and how. */
  List<String> failed() {
    return failed;
  }

  private void skip(String what, String why) {
    String line = "SKIPPED %s: %s".formatted(what, why);
    if (!notes.contains(line)) {
      notes.add(line);
      progress.tell(line);
    }
  }

  /** Runs both clients in turn, as often as the plan says. */
  private CellResult run(Cell cell, RunningServer server, Probes probes) {
    List<Measured> reprise = new ArrayList<>();
    List<Measured> stock = new ArrayList<>();
    for (int i = 0; i < plan.runs(); i++) {
      reprise.add(probes.run(cell, ProbeClient.REPRISE, server));
      stock.add(probes.run(cell, ProbeClient.STOCK, server));
    }
    return judge.judge(cell, reprise, stock);
  }

  private void run(Plan.Group group, Probes probes) throws IOException {
    ServerKind kind = group.server();
    progress.doing("starting " + kind.name());
    versions.computeIfAbsent(kind.name(), name -> kind.version());
    titles.putIfAbsent(kind.name(), kind.title());
    ServerSite site =
        ServerSite.create(
            Installation.target().resolve("servers"), kind.name(), group.tls(), group.key());
    boolean explained = true;
    try (RunningServer server = kind.start(site)) {
      for (Cell cell : group.cells()) {
        progress.doing(cell.describe());
        Optional<String> lacking = probes.lacking(cell);
        if (lacking.isPresent()) {
          skip("%s on JDK %s".formatted(cell.provider().label(), cell.jdk()), lacking.get());
          continue;
        }
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
