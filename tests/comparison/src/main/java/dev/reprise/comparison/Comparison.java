package dev.reprise.comparison;

import dev.reprise.comparison.results.Cell;
import dev.reprise.comparison.results.Machine;
import dev.reprise.comparison.results.Results;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The whole run, cell by cell. */
final class Comparison {

  private final Plan plan;
  private final Installation installation;
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
  Comparison(Plan plan, Installation installation, Progress progress, List<String> notes) {
    this.plan = plan;
    this.installation = installation;
    this.progress = progress;
    this.notes = notes;
    schedule = new Schedule(plan.quick(), System::nanoTime);
    clientJava = plan.jdk().description();
  }

  Results run() {
    String date =
        OffsetDateTime.now(ZoneId.systemDefault())
            .truncatedTo(ChronoUnit.SECONDS)
            .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    try {
      if (plan.endpoint().isPresent()) {
        runAgainst(plan.endpoint().get());
      } else {
        runAgainstDemoServer();
      }
    } finally {
      progress.finish();
    }
    cells.forEach(cell -> notes.addAll(cell.disagreements()));
    return new Results(
        date,
        plan.command(),
        plan.quick(),
        version(),
        Machine.current(),
        plan.endpoint().isPresent() ? null : ClientJdk.current().description(),
        clientJava,
        plan.endpoint()
            .map(own -> own.url().toString())
            .orElse("demo server on the same machine, %s key".formatted(plan.keyType())),
        List.copyOf(notes),
        List.copyOf(cells));
  }

  private void runAgainstDemoServer() {
    progress.expect(plan.tlsVersions().stream().mapToInt(this::turns).sum());
    for (String tls : plan.tlsVersions()) {
      progress.doing(tls + "  starting the demo server");
      try (DemoEndpoint server = new DemoEndpoint(installation.serverJar(), tls, plan.keyType())) {
        runCells(tls, server);
      }
    }
  }

  private void runAgainst(UserEndpoint endpoint) {
    UserEndpoint.Probe probe = endpoint.probe();
    if (!probe.closes()) {
      notes.add(
          "the endpoint does not answer Connection: close, so clients may reuse connections, and"
              + " 'resumed' counts exchanges without a full handshake");
    }
    List<String> versions =
        plan.tlsVersions().isEmpty() ? List.of(probe.tls()) : plan.tlsVersions();
    progress.expect(versions.stream().mapToInt(this::turns).sum());
    for (String tls : versions) {
      runCells(tls, endpoint);
    }
  }

  private int turns(String tls) {
    return plan.conditions(tls).stream()
        .mapToInt(conditions -> conditions.clients().size() * (plan.rounds() + CellRun.WARM_UPS))
        .sum();
  }

  private void runCells(String tls, Endpoint endpoint) {
    for (Plan.Conditions conditions : plan.conditions(tls)) {
      schedule.beginCell();
      CellRun run = new CellRun(plan, conditions, installation, endpoint, schedule, progress);
      cells.add(run.run());
      clientJava = Optional.ofNullable(run.java()).orElse(clientJava);
    }
  }

  static String version() {
    return Optional.ofNullable(Comparison.class.getPackage().getImplementationVersion())
        .orElse("(not packaged)");
  }
}
