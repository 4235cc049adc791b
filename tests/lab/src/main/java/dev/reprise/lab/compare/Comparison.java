package dev.reprise.lab.compare;

import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import dev.reprise.lab.compare.results.Cell;
import dev.reprise.subject.compare.ClientKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The whole run, cell by cell. */
final class Comparison {

  private final Plan plan;
  private final Progress progress;
  private final List<String> notes;
  private final List<Cell> cells = new ArrayList<>();
  private final Schedule schedule;
  private String clientJava;

  /**
   * Makes a run.
   *
   * @param notes what a reader of the results must know already; more is added
   */
  Comparison(Plan plan, Progress progress, List<String> notes) {
    this.plan = plan;
    this.progress = progress;
    this.notes = notes;
    List<String> versions =
        plan.tlsVersions().isEmpty() ? List.of("as negotiated") : plan.tlsVersions();
    int cellCount = plan.groups(versions).stream().mapToInt(List::size).sum();
    schedule = new Schedule(plan.quick(), cellCount, System::nanoTime);
    clientJava = plan.jdk().described();
  }

  Run<Settings, Cell> run() {
    Instant begin = Instant.now();
    try {
      if (plan.endpoint().isPresent()) {
        runAgainst(plan.endpoint().get());
      } else {
        runAgainstDemoServer();
      }
    } finally {
      progress.clear();
    }
    cells.forEach(cell -> notes.addAll(cell.disagreements()));
    Map<String, String> runtimes = new LinkedHashMap<>();
    runtimes.put(Run.CLIENT, clientJava);
    if (plan.endpoint().isEmpty()) {
      runtimes.put(Run.SERVER, JavaRuntime.own().described());
    }
    return Run.of(
        "compare",
        begin,
        plan.command(),
        runtimes,
        null,
        notes,
        new Settings(
            plan.quick(),
            plan.endpoint()
                .map(own -> own.url().toString())
                .orElse("demo server on the same machine, %s key".formatted(plan.keyType()))),
        cells);
  }

  private void runAgainstDemoServer() {
    List<List<Plan.Conditions>> groups = plan.groups(plan.tlsVersions());
    expect(groups);
    Map<String, DemoEndpoint> servers = new LinkedHashMap<>();
    progress.begin("starting the demo server, once for each TLS version");
    try {
      for (String tls : plan.tlsVersions()) {
        servers.put(
            tls,
            new DemoEndpoint(
                tls, plan.keyType(), plan.load(), plan.clients().contains(ClientKind.KEEP_ALIVE)));
      }
      servers.values().forEach(DemoEndpoint::awaitReady);
      groups.forEach(group -> run(group, servers, List.of()));
    } finally {
      servers.values().forEach(Endpoint::close);
    }
  }

  private void runAgainst(UserEndpoint endpoint) {
    UserEndpoint.Probe probe = endpoint.probe();
    if (!probe.closes()) {
      notes.add(
          "the endpoint does not answer Connection: close, so clients may reuse connections, and"
              + " 'resumed' counts exchanges without a full handshake");
    }
    boolean negotiated = plan.tlsVersions().isEmpty();
    List<String> versions = negotiated ? List.of(probe.tls()) : plan.tlsVersions();
    expect(plan.groups(versions));
    for (String tls : versions) {
      List<String> options = negotiated ? List.of() : List.of("-Djdk.tls.client.protocols=" + tls);
      plan.groups(List.of(tls)).forEach(group -> run(group, Map.of(tls, endpoint), options));
    }
  }

  private void expect(List<List<Plan.Conditions>> groups) {
    List<Plan.Conditions> all = groups.stream().flatMap(List::stream).toList();
    int turns =
        all.stream()
            .mapToInt(cell -> cell.clients().size() * (CellRun.WARM_UPS + plan.rounds()))
            .sum();
    progress.expect(turns, plan.requests().isPresent() ? Duration.ZERO : schedule.total());
  }

  private void run(
      List<Plan.Conditions> group,
      Map<String, ? extends Endpoint> endpoints,
      List<String> jvmOptions) {
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
                jvmOptions));
      }
      for (Plan.Conditions cell : group) {
        schedule.beginCell();
        Endpoint endpoint = endpoints.get(cell.tls());
        cells.add(new CellRun(plan, cell, endpoint, jvms, schedule, progress).run());
      }
      jvms.stream()
          .map(ClientJvm::java)
          .filter(Objects::nonNull)
          .forEach(java -> clientJava = java);
    } finally {
      jvms.forEach(ClientJvm::close);
    }
  }
}
