package dev.reprise.benchmarks;

import static dev.reprise.lab.Experiment.within;

import dev.reprise.benchmarks.calls.Kind;
import dev.reprise.benchmarks.calls.Metric;
import dev.reprise.benchmarks.calls.PacedLoop;
import dev.reprise.benchmarks.calls.Target;
import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Lab;
import dev.reprise.lab.Progress;
import dev.reprise.subject.CryptoProvider;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command compare.sh. */
@Command(
    name = "./compare.sh",
    sortOptions = false,
    description = {
      "Compares HTTPS clients, with and without Reprise, against a server that answers every"
          + " request with Connection: close.",
      "Without options: HttpsURLConnection, HttpClient 4.5.14 and Reprise over it, TLS 1.3, 16"
          + " threads, and latency over a distance, in some five minutes. Run it on a machine that"
          + " does nothing else.",
      "Exit code: 0; 1 if a rule was broken, 2 if an option makes no sense."
    })
public final class Compare implements Callable<Integer> {

  private static final Duration LIMIT = Duration.ofHours(1);

  /** Calls at a time to somebody's server. */
  private static final int BURST = 4;

  @Option(
      names = "--experiment",
      paramLabel = "NAME",
      description = "A longer one, with bounds of its own: ${COMPLETION-CANDIDATES}.")
  private Experiment experiment = Experiment.COMPARE;

  @Option(
      names = {"--quick", "--short"},
      description =
          "Less than a minute, for CI: judges counts, no speeds: no client is warm by then.")
  private boolean quick;

  @Option(
      names = "--tls",
      split = ",",
      paramLabel = "VERSION",
      description = "TLSv1.3, TLSv1.2 or both; with --url, the one that it speaks.")
  private List<String> tls;

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Threads that call; a list runs each. Default 16.")
  private List<Integer> threads;

  @Option(
      names = "--provider",
      split = ",",
      paramLabel = "PROVIDER",
      description = "Of ${COMPLETION-CANDIDATES}; a list runs each. Default jsse.")
  private List<CryptoProvider> providers;

  @Option(
      names = "--jdk",
      paramLabel = "PATH",
      description =
          "The Java, 11 or newer, that runs the clients. Default: the Java that runs this command.")
  private Path jdk;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where a page of Markdown goes too, for the record.")
  private Path out;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Tells the options.")
  private boolean help;

  @ArgGroup(exclusive = false, heading = "%nAgainst a server of your own:%n")
  private Endpoint endpoint;

  private final PrintStream console;
  private final Path results;
  private Path folder;
  private JavaRuntime java;
  private Properties ports;
  private PrintStream log;
  private Progress progress;
  private final List<String> notes = new ArrayList<>();

  Compare(PrintStream console, Path results) {
    this.console = console;
    this.results = results;
  }

  public static void main(String[] arguments) {
    System.exit(run(System.out, Path.of("results"), arguments));
  }

  static int run(PrintStream console, Path results, String... arguments) {
    return Lab.command(new Compare(console, results))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .execute(arguments);
  }

  @Override
  public Integer call() throws Exception {
    if (quick) {
      experiment = Experiment.QUICK;
    }
    if (endpoint != null) {
      experiment = Experiment.ENDPOINT;
    } else if (experiment == Experiment.ENDPOINT) {
      throw HarnessException.ofUsage("--experiment: 'endpoint' is that of --url");
    }
    java = jdk == null ? JavaRuntime.own() : runtime(jdk);
    Files.createDirectories(results);
    folder = Files.createTempDirectory("reprise-compare").toAbsolutePath();
    Path logFile = results.resolve("compare.log");
    try (PrintStream opened = new PrintStream(logFile.toFile(), StandardCharsets.UTF_8)) {
      log = opened;
      List<Row> rows = endpoint == null ? ownServer() : someServer();
      return report(rows);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Collections.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private static JavaRuntime runtime(Path home) {
    Path command = Files.isDirectory(home) ? home.resolve("bin").resolve("java") : home;
    if (!Files.isExecutable(command)) {
      throw HarnessException.ofUsage("--jdk: there is no Java at '" + home + "'");
    }
    JavaRuntime runtime = JavaRuntime.of("clients", command);
    if (runtime.feature() < 11) {
      throw HarnessException.ofUsage("--jdk: Java 11 or newer is needed, not " + runtime.version());
    }
    return runtime;
  }

  private List<Row> ownServer() throws Exception {
    List<Row> closed = closedRows();
    List<Row> paced = pacedRows(experiment.paced);
    List<Row> starts = pacedRows(experiment.starts());
    ClosedLoop loop = new ClosedLoop(java.java(), experiment.length, log);
    Path authority = folder.resolve("authority.pem");
    Experiment.Length length = experiment.length;
    int pacedPasses =
        paced.isEmpty() ? 0 : experiment == Experiment.PRECONNECT ? length.passes() : 1;
    int pacedSeconds = length.pacedSeconds();
    int startSeconds = starts.isEmpty() ? 0 : Experiment.START_SECONDS;
    progress =
        new Progress(
            new PrintWriter(System.err, true),
            length.passes() * (closed.size() * length.seconds() + startSeconds)
                + pacedPasses * pacedSeconds);
    try (ChildProcess server =
        ChildJvm.on(JavaRuntime.own())
            .main(
                Server.class.getName(), authority.toString(), String.valueOf(Experiment.ROUND_TRIP))
            .start()) {
      ports = server.receive(Properties.class, LIMIT);
      for (int pass = 0; pass < length.passes(); pass++) {
        if (pass < pacedPasses) {
          progress.doing("paced calls over a distance");
          paced(paced, authority);
          progress.done(pacedSeconds);
        }
        if (!starts.isEmpty()) {
          progress.doing("pass %d of %d: first calls".formatted(pass + 1, length.passes()));
          starts(starts, authority);
          progress.done(startSeconds);
        }
        // Another client is first in each pass.
        List<Row> order = new ArrayList<>(closed);
        Collections.rotate(order, pass);
        for (Row row : order) {
          progress.doing(
              "pass %d of %d: %s, %s"
                  .formatted(pass + 1, length.passes(), row.kind.title, row.setting.describe()));
          closed(loop, row, authority);
          progress.done(length.seconds());
        }
      }
    }
    try (PrintStream json =
        new PrintStream(results.resolve(experiment + ".json").toFile(), StandardCharsets.UTF_8)) {
      loop.writeJson(json);
    }
    return Stream.of(closed, paced, starts).flatMap(List::stream).toList();
  }

  private List<Row> closedRows() {
    List<Row> rows = new ArrayList<>();
    for (CryptoProvider provider : providers == null ? experiment.providers() : providers) {
      for (String version : tls()) {
        for (int count : threads == null ? experiment.threads() : threads) {
          for (Kind kind : experiment.closed) {
            if (canRun(kind, provider)) {
              rows.add(
                  new Row(
                      new Setting(version, provider, within("--threads", count, 1, 1024), false),
                      kind));
            }
          }
        }
      }
    }
    return rows;
  }

  private List<String> tls() {
    List<String> known = List.of("TLSv1.3", "TLSv1.2");
    for (String version : tls == null ? known : tls) {
      if (!known.contains(version)) {
        throw HarnessException.ofUsage("--tls: '" + version + "' is none of " + known);
      }
    }
    return tls == null ? experiment.tls() : tls;
  }

  private boolean canRun(Kind kind, CryptoProvider provider) {
    if (kind == Kind.SIDECAR && provider != CryptoProvider.JSSE) {
      return false; // It is the same whatever the client's provider.
    }
    String why = null;
    if (kind == Kind.SIDECAR && Sidecar.NGINX.missing().isPresent()) {
      why = "nginx is not installed";
    } else if (kind.name().endsWith("WEBSERVICETEMPLATE") && java.feature() < 17) {
      why = "Spring-WS 4 needs Java 17";
    }
    if (why != null && !notes.contains(kind.title + " was left out: " + why)) {
      notes.add(kind.title + " was left out: " + why);
    }
    return why == null;
  }

  private List<Row> pacedRows(List<Kind> kinds) {
    return kinds.stream()
        .map(kind -> new Row(new Setting(tls().get(0), CryptoProvider.JSSE, 16, true), kind))
        .toList();
  }

  private void closed(ClosedLoop loop, Row row, Path authority)
      throws IOException, RunnerException {
    Target target = new Target();
    target.authority = authority.toString();
    target.tls = row.setting.tls();
    target.threads = row.setting.threads();
    target.url = url(row, false);
    if (row.kind == Kind.SIDECAR) {
      int port = Integer.parseInt(ports.getProperty(Server.key(target.tls, false, false)));
      try (Sidecar sidecar = new Sidecar(folder, port, authority, target.tls)) {
        target.url = sidecar.url();
        target.sidecar = sidecar.pid();
        loop.pass(row, target);
      }
    } else {
      loop.pass(row, target);
    }
  }

  private String url(Row row, boolean distant) {
    boolean kept = row.kind == Kind.KEEP_ALIVE;
    return "https://localhost:"
        + ports.getProperty(Server.key(row.setting.tls(), kept, distant))
        + "/";
  }

  private void paced(List<Row> rows, Path authority) {
    PacedLoop.Plan plan = plan(authority);
    plan.intervalMicros = 1_000 * experiment.length.pace();
    plan.warmUpMicros = 1_000 * Experiment.PACE;
    plan.warmUp = experiment.length.pacedWarmUp();
    plan.calls = experiment.length.pacedCalls();
    rows.forEach(row -> plan.urls.put(row.kind, url(row, true)));
    paced(rows, plan);
  }

  private PacedLoop.Plan plan(Path authority) {
    PacedLoop.Plan plan = new PacedLoop.Plan();
    plan.target.authority = authority.toString();
    plan.target.aheadMillis = experiment == Experiment.PREPARE ? 50 : 0;
    plan.target.queryMillis = experiment == Experiment.LEARN ? Experiment.QUERY : 0;
    return plan;
  }

  /** In each pass, an application prepares nothing at its start, and another does. */
  private void starts(List<Row> rows, Path authority) {
    for (int i = 0; i < 2; i++) {
      PacedLoop.Plan plan = plan(authority);
      plan.target.atStart = rows.get(i).kind == Kind.AT_START;
      plan.warmUp = plan.calls = plan.target.atStart ? Experiment.CALLS_AFTER_START : 1;
      plan.intervalMicros = plan.warmUpMicros = 1_000 * Experiment.PACE_AFTER_START;
      plan.urls.put(Kind.REPRISE_HTTPCLIENT4, url(rows.get(i), true));
      Map<Metric, Double> figures = run(rows, plan).figures.get(Kind.REPRISE_HTTPCLIENT4);
      started(rows.get(i), figures, Metric.FIRST);
      if (plan.target.atStart) {
        started(rows.get(2), figures, Metric.P50);
      }
    }
  }

  private static void started(Row row, Map<Metric, Double> figures, Metric latency) {
    row.newPass();
    row.add(Metric.P50, figures.get(latency));
    row.add(Metric.CALLS, latency == Metric.FIRST ? 1 : figures.get(Metric.CALLS));
    row.add(Metric.ERRORS, figures.get(Metric.ERRORS));
  }

  private void paced(List<Row> rows, PacedLoop.Plan plan) {
    PacedLoop.Results measured = run(rows, plan);
    for (Row row : rows) {
      row.newPass();
      measured.figures.get(row.kind).forEach(row::add);
    }
  }

  private PacedLoop.Results run(List<Row> rows, PacedLoop.Plan plan) {
    plan.target.tls = rows.get(0).setting.tls();
    plan.target.threads = rows.get(0).setting.threads();
    Class<?> main = experiment == Experiment.LEARN ? LearningApplication.class : PacedLoop.class;
    try (ChildProcess loop = ChildJvm.on(java).options("-Xmx512m").main(main.getName()).start()) {
      loop.send(plan);
      PacedLoop.Results measured = loop.receive(PacedLoop.Results.class, LIMIT);
      loop.errorLines().forEach(log::println);
      return measured;
    }
  }

  private List<Row> someServer() throws Exception {
    PacedLoop.Plan plan = new PacedLoop.Plan();
    plan.target = endpoint.target();
    List<Kind> kinds = experiment.paced;
    Setting setting = new Setting(tls().get(0), CryptoProvider.JSSE, BURST, true);
    List<Row> rows = kinds.stream().map(kind -> new Row(setting, kind)).toList();
    int each = endpoint.requests / rows.size();
    plan.intervalMicros = plan.warmUpMicros = 500_000 / BURST;
    plan.burst = BURST;
    // The first call of each thread has no session to resume.
    plan.warmUp = Math.min(BURST, each / 2);
    plan.calls = each - plan.warmUp;
    kinds.forEach(kind -> plan.urls.put(kind, endpoint.url));
    System.err.printf(
        "%d POST requests go to %s, four at a time, in %d s%n",
        each * rows.size(), endpoint.url, each / (2 * BURST));
    paced(rows, plan);
    return rows;
  }

  private int report(List<Row> rows) throws IOException {
    List<Verdict> verdicts = Verdict.judge(experiment, rows, java.feature());
    Page page = new Page(experiment, rows, verdicts, notes, java);
    write(page, results);
    if (out != null) {
      write(page, Files.createDirectories(out));
    }
    console.print(page.text());
    console.println("More: " + results.resolve(page.name() + ".md"));
    return verdicts.stream().allMatch(verdict -> verdict.holds()) ? 0 : 1;
  }

  private void write(Page page, Path directory) throws IOException {
    Files.writeString(directory.resolve(page.name() + ".md"), page.markdown());
    Path file = directory.resolve(page.name() + ".svg");
    if (page.picture().isEmpty()) {
      Files.deleteIfExists(file); // That of an earlier run.
    } else {
      Files.writeString(file, page.picture());
    }
  }
}
