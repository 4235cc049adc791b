package dev.reprise.lab.compare;

import dev.reprise.lab.HarnessException;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.ClientRuns;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.Peers;
import dev.reprise.subject.compare.RunnerReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** The whole run, plan by plan and cell by cell. */
final class Comparison {

  private final String experiment;
  private final List<Plan> plans;
  private final Progress progress;
  private final List<String> notes;
  private final List<Cell> cells = new ArrayList<>();
  private String clientJava;

  /**
   * Makes a run.
   *
   * @param experiment what results are filed under
   * @param plans what to run one after the other, on one Java and against one kind of endpoint
   * @param notes what a reader of the results must know already; more is added
   */
  Comparison(String experiment, List<Plan> plans, Progress progress, List<String> notes) {
    this.experiment = experiment;
    this.plans = plans;
    this.progress = progress;
    this.notes = notes;
    clientJava = plans.get(0).jdk().described();
  }

  Run<Settings, Cell> run() {
    Instant begin = Instant.now();
    Plan first = plans.get(0);
    try {
      if (first.endpoint().isPresent()) {
        runAgainst(first, first.endpoint().get());
      } else {
        runAgainstDemoServer();
      }
    } finally {
      progress.clear();
    }
    cells.forEach(cell -> notes.addAll(cell.disagreements()));
    Map<String, String> runtimes = new LinkedHashMap<>();
    runtimes.put(Run.CLIENT, clientJava);
    if (first.endpoint().isEmpty()) {
      runtimes.put(Run.SERVER, JavaRuntime.own().described());
    }
    return Run.of(
        experiment,
        begin,
        first.command(),
        runtimes,
        null,
        notes.stream().distinct().toList(),
        new Settings(
            first.quick(),
            first
                .endpoint()
                .map(own -> own.url().toString())
                .orElse("demo server on the same machine, %s key".formatted(first.keyType()))),
        cells);
  }

  private void runAgainstDemoServer() {
    expect(plan -> plan.tlsVersions());
    Path hosts = hosts();
    try {
      for (Plan plan : plans) {
        runAgainstDemoServer(plan, hosts);
      }
    } finally {
      delete(hosts);
    }
  }

  private void runAgainstDemoServer(Plan plan, Path hosts) {
    List<List<Plan.Conditions>> groups = plan.groups(plan.tlsVersions());
    Schedule schedule = schedule(plan, groups);
    Map<String, DemoEndpoint> servers = new LinkedHashMap<>();
    progress.begin("starting the demo server, once for each TLS version");
    try {
      for (String tls : plan.tlsVersions()) {
        servers.put(tls, new DemoEndpoint(tls, plan));
      }
      servers.values().forEach(DemoEndpoint::awaitReady);
      for (List<Plan.Conditions> group : groups) {
        String tls = group.get(0).tls();
        run(plan, schedule, group, servers.get(tls), kind -> JvmOptions.of(kind, tls, hosts));
      }
    } finally {
      servers.values().forEach(Endpoint::close);
    }
  }

  /** The names of the peers, where there is more than one; null where there is not. */
  private Path hosts() {
    int most = plans.stream().mapToInt(Plan::mostPeers).max().orElseThrow();
    if (most == 1) {
      return null;
    }
    StringBuilder lines = new StringBuilder("127.0.0.1 localhost\n");
    for (int i = 1; i <= most; i++) {
      lines.append("127.0.0.1 ").append(Peers.name(i)).append('\n');
    }
    try {
      return Files.writeString(Files.createTempFile("reprise-hosts", ""), lines);
    } catch (IOException e) {
      throw new HarnessException("the names of the peers cannot be written: " + e, e);
    }
  }

  private static void delete(Path hosts) {
    if (hosts != null) {
      try {
        Files.delete(hosts);
      } catch (IOException e) {
        throw new HarnessException("'%s' cannot be removed: %s".formatted(hosts, e), e);
      }
    }
  }

  private void runAgainst(Plan plan, UserEndpoint endpoint) {
    UserEndpoint.Probe probe = endpoint.probe();
    if (!probe.closes()) {
      notes.add(
          "the endpoint does not answer Connection: close, so clients may reuse connections, and"
              + " 'resumed' counts exchanges without a full handshake");
    }
    boolean negotiated = plan.tlsVersions().isEmpty();
    List<String> versions = negotiated ? List.of(probe.tls()) : plan.tlsVersions();
    expect(one -> versions);
    List<List<Plan.Conditions>> groups = plan.groups(versions);
    Schedule schedule = schedule(plan, groups);
    for (List<Plan.Conditions> group : groups) {
      List<String> options =
          negotiated ? List.of() : List.of("-Djdk.tls.client.protocols=" + group.get(0).tls());
      run(plan, schedule, group, endpoint, kind -> options);
    }
  }

  private static Schedule schedule(Plan plan, List<List<Plan.Conditions>> groups) {
    int cellCount = groups.stream().mapToInt(List::size).sum();
    return new Schedule(plan.cellTime(), cellCount, System::nanoTime);
  }

  private void expect(Function<Plan, List<String>> versions) {
    int turns = 0;
    Duration planned = Duration.ZERO;
    for (Plan plan : plans) {
      turns += plan.turns(versions.apply(plan));
      if (plan.requests().isEmpty()) {
        planned = planned.plus(schedule(plan, plan.groups(versions.apply(plan))).total());
      }
    }
    progress.expect(turns, planned);
  }

  private void run(
      Plan plan,
      Schedule schedule,
      List<Plan.Conditions> group,
      Endpoint endpoint,
      Function<ClientKind, List<String>> jvmOptions) {
    Plan.Conditions first = group.get(0);
    progress.begin("starting the clients for " + first.level().label());
    List<ClientJvm> jvms = new ArrayList<>();
    try {
      for (ClientKind kind : first.clients()) {
        jvms.add(
            new ClientJvm(
                kind,
                plan.jdk(),
                ClassPaths.of(kind, first.level(), first.provider()),
                ClassPaths.libraries(kind, first.level()),
                jvmOptions.apply(kind)));
      }
      for (Plan.Conditions conditions : group) {
        schedule.beginCell();
        take(new CellRun(plan, conditions, endpoint, jvms, schedule, progress).run());
      }
      jvms.stream()
          .map(ClientJvm::java)
          .filter(Objects::nonNull)
          .forEach(java -> clientJava = java);
    } finally {
      jvms.forEach(ClientJvm::close);
    }
  }

  /** A provider that does not load here is left out, loudly, and is no failure of a client. */
  private void take(Cell cell) {
    Optional<String> unloaded =
        cell.clients().stream()
            .map(ClientRuns::failure)
            .filter(failure -> failure != null && failure.contains(RunnerReply.NO_PROVIDER))
            .findFirst();
    if (unloaded.isEmpty()) {
      cells.add(cell);
      return;
    }
    String note = "SKIPPED %s: %s".formatted(cell.provider().label(), unloaded.get());
    if (!notes.contains(note)) {
      notes.add(note);
    }
  }
}
