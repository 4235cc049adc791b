package dev.reprise.lab.clients;

import dev.reprise.lab.Chance;
import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.Experiment;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Page;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import dev.reprise.subject.LoadReply;
import dev.reprise.subject.LoadReply.ClientInfo;
import dev.reprise.subject.LoadRequest;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Each client that there is a recipe for. */
@Command(
    name = "clients",
    description = {
      "Lets each client of docs/clients.md call a server that answers Connection: close, as it is"
          + " and with Reprise.",
      "Fails if more than one of 1,000 calls makes a full handshake that is not its lane's first,"
          + " or Reprise makes more full handshakes, resets a connection",
      "or starts threads: see docs/measured/clients.md."
    })
public final class Clients extends Experiment {

  private static final List<String> USUAL_JDKS =
      List.of("11.0.13", "machine-17", "21.0.8", "25.0.2");
  private static final int HOLD_MILLIS = 100;
  private static final Duration LIMIT = Duration.ofMinutes(6);
  static final String TLS = "TLSv1.3";
  private static final Answer ANSWER =
      Answer.ok(
              "<S:Envelope"
                  + " xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'><S:Body><ok/></S:Body></S:Envelope>")
          .with("Content-Type", "text/xml;charset=utf-8");

  @Option(
      names = "--short",
      description =
          "The Java that runs this alone, 16 threads and fewer calls and runs; some minutes.")
  private boolean brief;

  @Option(
      names = "--jdks",
      split = ",",
      paramLabel = "JDK",
      description = "Such as 17.0.2. Default 11.0.13, machine-17, 21.0.8 and 25.0.2.")
  private List<String> jdks;

  private final Certificates certificates = new Certificates();
  private Settings settings;
  private Progress progress;

  private Clients() {}

  /**
   * What holds for all cells.
   *
   * @param runs how often each client was run in each cell
   * @param calls how often each thread calls
   * @param last how many calls one thread makes after that, which the server answers and leaves the
   *     connection open for a while
   * @param titles each client that took part, by its name
   */
  record Settings(int runs, int calls, int last, Map<String, String> titles) {}

  /**
   * One client on one Java.
   *
   * @param broken what does not hold, or empty
   */
  record Cell(String client, int threads, Figures stock, Figures reprise, String broken) {}

  @Override
  protected int measure() throws IOException {
    List<Integer> many = brief ? List.of(16) : List.of(16, 64);
    List<String> notes = new ArrayList<>();
    List<JavaRuntime> runtimes =
        brief && jdks == null
            ? List.of(JavaRuntime.own())
            : runtimes(jdks != null ? jdks : USUAL_JDKS, notes);
    boolean missing = !notes.isEmpty();
    List<ClientInfo> wanted;
    try (ChildProcess jvm = jvm(JavaRuntime.own())) {
      wanted = List.of(jvm.receive(LoadReply.class, LIMIT).clients);
    }
    Map<String, String> titles = new LinkedHashMap<>();
    wanted.forEach(client -> titles.put(client.name, client.title));
    settings =
        brief
            ? new Settings(Chance.FEW_RUNS, 6, 2, titles)
            : new Settings(Chance.RUNS, 10, 4, titles);
    directory();
    progress = new Progress(errors(), (long) runtimes.size() * wanted.size() * many.size());
    List<String> broken = new ArrayList<>();
    int count = 0;
    try (TlsPeer server = TlsPeer.start(certificates, TLS).answer(request -> ANSWER)) {
      for (JavaRuntime runtime : runtimes) {
        Instant begin = Instant.now();
        List<Cell> cells = new ArrayList<>();
        List<String> leftOut = new ArrayList<>(notes);
        for (ClientInfo client : wanted) {
          cells.addAll(run(runtime, client, many, server, leftOut));
        }
        Run<Settings, Cell> run = record(begin, runtime, null, leftOut, settings, cells);
        count += cells.size();
        cells.stream()
            .filter(cell -> !cell.broken().isEmpty())
            .forEach(cell -> broken.add(words(run, cell)));
      }
    } catch (GeneralSecurityException e) {
      throw new HarnessException("the server cannot be started: " + e, e);
    }
    return end(count, broken, missing);
  }

  private static String words(Run<Settings, Cell> run, Cell cell) {
    return "%s, %d threads, JDK %s: %s"
        .formatted(
            run.settings().titles().get(cell.client()),
            cell.threads(),
            run.runtime(),
            cell.broken());
  }

  private static ChildProcess jvm(JavaRuntime runtime) {
    return ChildJvm.on(runtime)
        .options("-Xss512k")
        .classPath(Installation.clients())
        .main("dev.reprise.clients.ClientMain")
        .start();
  }

  /** The cells of a client on a Java; none if it does not run there, which is noted. */
  private List<Cell> run(
      JavaRuntime runtime,
      ClientInfo client,
      List<Integer> many,
      TlsPeer server,
      List<String> notes) {
    List<Cell> cells = new ArrayList<>();
    if (client.oldestJava > runtime.feature()) {
      notes.add(
          "%s needs Java %d: not run on %s"
              .formatted(client.title, client.oldestJava, runtime.version()));
    } else {
      try (ChildProcess jvm = jvm(runtime)) {
        jvm.receive(LoadReply.class, LIMIT);
        for (int count : many) {
          progress.doing(
              "%s, %d threads, JDK %s".formatted(client.title, count, runtime.version()));
          Cell cell = cell(jvm, client, count, server);
          // A small runtime may lack a module that a client needs, as jdk.net; the lab's is whole.
          if (cell.stock().did().completed == 0
              && !runtime.version().equals(JavaRuntime.own().version())) {
            notes.add(
                "%s does not run on %s: %s"
                    .formatted(client.title, runtime.version(), cell.stock().did().firstError));
            break;
          }
          if (!cell.broken().isEmpty()) {
            errors().println("BROKEN: %s: %s".formatted(client.title, cell.broken()));
          }
          cells.add(cell);
        }
      }
    }
    progress.done(many.size());
    return cells;
  }

  private Cell cell(ChildProcess jvm, ClientInfo client, int count, TlsPeer server) {
    List<Figures> stock = new ArrayList<>();
    List<Figures> reprise = new ArrayList<>();
    for (int run = 0; run < settings.runs(); run++) {
      stock.add(turn(jvm, client, count, server, false));
      reprise.add(turn(jvm, client, count, server, true));
      if (stock.get(0).did().completed == 0) {
        break; // Each run may have waited for its limit.
      }
    }
    return new Cell(
        client.name,
        count,
        Figures.sum(stock),
        Figures.sum(reprise),
        Figures.broken(client.resets, stock, reprise));
  }

  private Figures turn(
      ChildProcess jvm, ClientInfo client, int count, TlsPeer server, boolean reprise) {
    LoadRequest request = new LoadRequest();
    request.client = client.name;
    request.reprise = reprise;
    request.url = server.url();
    request.authority = certificates.authorityPem();
    request.answer = "ok";
    request.threads = count;
    request.calls = settings.calls();
    request.filling = settings.calls() - settings.calls() / 2;
    request.last = settings.last();
    try {
      server.awaitEnds();
      server.forgetCounts().hold(0);
      jvm.send(request);
      jvm.receive(LoadReply.class, LIMIT);
      server.awaitEnds();
      server.hold(HOLD_MILLIS);
      jvm.send(request);
      LoadReply reply = jvm.receive(LoadReply.class, LIMIT);
      server.awaitEnds();
      return new Figures(
          reply,
          server.handshakes(),
          server.fullHandshakes(),
          server.resets(),
          (long) count * (settings.calls() / 2),
          settings.last(),
          server.clientsFirst());
    } catch (HarnessException e) {
      return Figures.failed(e.getMessage());
    }
  }

  @Override
  protected List<String> writePage(Path directory) throws IOException {
    page(Run.readAll(directory, name(), Settings.class, Cell.class)).write(page(directory));
    return List.of();
  }

  private static Page page(List<Run<Settings, Cell>> runs) {
    Page page = new Page("Clients");
    page.provenance(runs);
    Settings settings = runs.get(0).settings();
    page.paragraph(
        "%d calls by each thread, then %d by one, each client %d times.",
        settings.calls(), settings.last(), settings.runs());
    page.table(
        List.of(
            "client",
            "JDK",
            "threads",
            "full of all",
            "resumed",
            "and after each lane's first",
            "threads started a handshake",
            "reset",
            "closes first"));
    Stream<String> all = runs.stream().flatMap(run -> run.settings().titles().keySet().stream());
    for (String client : all.distinct().toList()) {
      for (Run<Settings, Cell> run : runs) {
        run.cells().stream()
            .filter(cell -> cell.client().equals(client))
            .forEach(cell -> page.row(row(run, cell)));
      }
    }
    page.section("What does not hold");
    page.line("");
    runs.forEach(
        run ->
            run.cells().stream()
                .filter(cell -> !cell.broken().isEmpty())
                .forEach(cell -> page.line("- %s", words(run, cell))));
    page.leftOut(runs);
    return page;
  }

  private static Object[] row(Run<Settings, Cell> run, Cell cell) {
    Figures stock = cell.stock();
    Figures reprise = cell.reprise();
    String title = run.settings().titles().get(cell.client());
    return new Object[] {
      cell.broken().isEmpty() ? title : "**" + title + "**",
      run.runtime(),
      cell.threads(),
      "%,d / %,d of %,d".formatted(stock.full(), reprise.full(), reprise.handshakes()),
      percent(stock.resumedPercent()) + " / " + percent(reprise.resumedPercent()),
      percent(reprise.resumedAfterFirstPercent()),
      "%.2f / %.2f".formatted(stock.threadsPerHandshake(), reprise.threadsPerHandshake()),
      "%,d / %,d".formatted(stock.resets(), reprise.resets()),
      first(stock) + " / " + first(reprise)
    };
  }

  private static String percent(double value) {
    // Not rounded up to a hundred.
    return String.format(Locale.ROOT, "%.1f %%", Math.floor(value * 10) / 10);
  }

  private static String first(Figures figures) {
    return figures.clientFirst() == 0
        ? "server"
        : figures.clientFirst() == figures.last()
            ? "client"
            : "client %d of %d".formatted(figures.clientFirst(), figures.last());
  }
}
