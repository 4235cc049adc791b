package dev.reprise.lab.matrix;

import dev.reprise.lab.Chance;
import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.Experiment;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import dev.reprise.lab.matrix.Cell.Part;
import dev.reprise.lab.matrix.Cell.Result;
import dev.reprise.lab.matrix.Cell.Verdict;
import dev.reprise.lab.matrix.ServerSite.KeyType;
import dev.reprise.lab.matrix.ServerSite.TlsVersion;
import dev.reprise.subject.CryptoProvider;
import dev.reprise.subject.LoadReply;
import dev.reprise.subject.LoadRequest;
import dev.reprise.subject.MatrixMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "matrix",
    description = {
      "Checks on every JDK and with every server that Reprise resumes each handshake that can be",
      "resumed, beside the stock HttpClient. Fails if a cell differs: see docs/measured/matrix.md."
    })
public final class Matrix extends Experiment {

  /** The versions of HttpCore, each with the HttpClient that asks for it. */
  private static final Map<String, String> HTTP_CLIENTS =
      Map.of("4.4.13", "4.5.13", "4.4.16", "4.5.14");

  private static final Duration LIMIT = Duration.ofMinutes(3);

  @Option(names = "--short", description = "Fewer cells, with fewer calls, in some minutes.")
  private boolean brief;

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "PART",
      description =
          "jdks (every JDK, with nginx), servers (every server, with some JDKs), providers"
              + " (native TLS and cryptography, with some JDKs and nginx). Default all.")
  private List<String> parts;

  @Option(
      names = "--jdks",
      split = ",",
      paramLabel = "JDK",
      description =
          "Such as 17.0.2 or machine-17. Default all; with servers 11.0.13, machine-17 and 25.0.2,"
              + " if short machine-17 alone.")
  private List<String> jdks;

  private final Map<String, JavaRuntime> runtimes = new LinkedHashMap<>();
  private final Map<List<String>, ChildProcess> jvms = new HashMap<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private final List<Result> results = new ArrayList<>();
  private final Settings settings = new Settings(0, new LinkedHashMap<>(), new LinkedHashMap<>());
  private Progress progress;

  private Matrix() {}

  /**
   * What was met by the cells of a run.
   *
   * @param runs how often each client was run in each cell
   * @param versions version of each server, by name
   * @param titles what each server is, by name
   */
  record Settings(int runs, Map<String, String> versions, Map<String, String> titles) {}

  private record Group(ServerKind server, TlsVersion tls, KeyType key, List<Cell> cells) {}

  @Override
  protected int measure() throws IOException {
    Instant begin = Instant.now();
    List<Part> chosen = choose("--parts", "part", parts, List.of(Part.values()), Part::label);
    List<String> few = brief ? List.of("machine-17") : List.of("11.0.13", "machine-17", "25.0.2");
    List<String> all = jdks != null ? jdks : chosen.contains(Part.JDKS) ? JavaRuntime.NAMES : few;
    List<ServerKind> known = Servers.all();
    ServerKind nginx = known.get(0);
    runtimes(all, notes).forEach(runtime -> runtimes.put(runtime.name(), runtime));
    List<Group> groups = groups(chosen, jdks != null ? all : few, known, nginx);
    directory();
    progress = new Progress(errors(), groups.stream().mapToInt(g -> g.cells().size()).sum());
    try {
      for (Group group : groups) {
        Optional<String> missing = group.server().missing().get();
        if (missing.isPresent()) {
          skip(group.server().name(), missing.get());
        } else {
          run(group);
        }
        progress.done(group.cells().size());
      }
    } finally {
      jvms.values().forEach(ChildProcess::close);
    }
    notes.addAll(failed);
    for (JavaRuntime runtime : runtimes.values()) {
      List<Result> cells =
          results.stream().filter(one -> one.cell().jdk().equals(runtime.name())).toList();
      if (!cells.isEmpty()) {
        Settings common = new Settings(runs(), settings.versions(), settings.titles());
        record(begin, runtime, null, notes, common, cells);
      }
    }
    if (results.isEmpty()) {
      throw new HarnessException("nothing was run");
    }
    for (Verdict verdict : Verdict.values()) {
      long count = results.stream().filter(one -> one.verdict() == verdict).count();
      errors().println(verdict + ": " + count);
    }
    List<String> broken = new ArrayList<>(failed);
    results.stream()
        .filter(one -> one.verdict() == Verdict.DIFFERS)
        .forEach(one -> broken.add(one.cell().describe() + ": " + one.faults()));
    return end(results.size(), broken, false);
  }

  private int runs() {
    return brief ? Chance.FEW_RUNS : Chance.RUNS;
  }

  private List<Group> groups(
      List<Part> chosen, List<String> few, List<ServerKind> met, ServerKind nginx) {
    List<Group> groups = new ArrayList<>();
    for (Part part : chosen) {
      for (ServerKind server : part == Part.SERVERS ? met : List.of(nginx)) {
        for (TlsVersion tls : TlsVersion.values()) {
          boolean isMet = part != Part.PROVIDERS || !brief || tls == TlsVersion.TLS13;
          for (KeyType key : keys(part, tls)) {
            if (isMet && server.tls().contains(tls)) {
              groups.add(new Group(server, tls, key, cells(part, server, tls, key, few)));
            }
          }
        }
      }
    }
    return groups;
  }

  private List<KeyType> keys(Part part, TlsVersion tls) {
    return part == Part.JDKS && !brief
        ? List.of(KeyType.values())
        : List.of(part == Part.JDKS && tls == TlsVersion.TLS12 ? KeyType.RSA : KeyType.EC);
  }

  private List<Cell> cells(
      Part part, ServerKind server, TlsVersion tls, KeyType key, List<String> few) {
    List<CryptoProvider> providers =
        part != Part.PROVIDERS
            ? List.of(CryptoProvider.JSSE)
            : brief
                ? List.of(CryptoProvider.CONSCRYPT)
                : List.of(CryptoProvider.CONSCRYPT, CryptoProvider.CORRETTO);
    List<Integer> many =
        brief ? List.of(16) : part == Part.JDKS ? List.of(1, 16, 128) : List.of(1, 16);
    List<Cell> cells = new ArrayList<>();
    for (CryptoProvider provider : providers) {
      for (String jdk : part == Part.JDKS ? runtimes.keySet() : few) {
        for (String core : cores(part, jdk)) {
          for (int threads : many) {
            if (runtimes.containsKey(jdk)) {
              int calls = server.calls(threads, brief);
              cells.add(
                  new Cell(part, server.name(), tls, key, jdk, core, provider, threads, calls));
            }
          }
        }
      }
    }
    return cells;
  }

  /** The old HttpCore is dangerous with old JDKs. */
  private List<String> cores(Part part, String jdk) {
    return part != Part.JDKS
        ? List.of("4.4.16")
        : brief
            ? List.of(jdk.equals("11.0.9") ? "4.4.13" : "4.4.16")
            : jdk.startsWith("11.") ? List.of("4.4.13", "4.4.16") : List.of("4.4.16");
  }

  private void run(Group group) throws IOException {
    ServerKind kind = group.server();
    progress.doing("starting " + kind.name());
    settings.versions().computeIfAbsent(kind.name(), name -> kind.version().get());
    settings.titles().put(kind.name(), kind.title());
    ServerSite site =
        ServerSite.create(
            Installation.TARGET.resolve("servers"), kind.name(), group.tls(), group.key());
    int differing = differing();
    try (RunningServer server = kind.starter().start(site)) {
      for (Cell cell : group.cells()) {
        progress.doing(cell.describe());
        try {
          jvm(cell);
        } catch (HarnessException e) {
          skip("%s on JDK %s".formatted(cell.provider(), cell.jdk()), e.getMessage());
          continue;
        }
        List<Measured> reprise = new ArrayList<>();
        List<Measured> stock = new ArrayList<>();
        for (int run = 0; run < runs(); run++) {
          reprise.add(run(cell, true, server));
          stock.add(run(cell, false, server));
        }
        Result result = Judge.judge(cell, reprise, stock);
        if (result.verdict() == Verdict.DIFFERS) {
          errors().println("DIFFERS: %s: %s".formatted(cell.describe(), result.faults()));
        }
        results.add(result);
      }
    } catch (HarnessException e) {
      failed.add("FAILED %s, %s: %s".formatted(kind.name(), group.tls().label(), e.getMessage()));
      errors().println(failed.get(failed.size() - 1));
    }
    // Logs are for those who want to know why.
    if (differing() == differing) {
      site.delete();
    }
  }

  private int differing() {
    return failed.size()
        + (int) results.stream().filter(one -> one.verdict() == Verdict.DIFFERS).count();
  }

  private void skip(String what, String why) {
    String line = "SKIPPED %s: %s".formatted(what, why);
    if (!notes.contains(line)) {
      notes.add(line);
      errors().println(line);
    }
  }

  private Measured run(Cell cell, boolean reprise, RunningServer server) throws IOException {
    LoadRequest request = new LoadRequest();
    request.reprise = reprise;
    request.url = server.url.toString();
    request.method = server.method;
    request.authority = Files.readString(server.authority);
    request.addresses = server.addresses;
    request.warmUp = Cell.WARM_UP;
    request.threads = cell.threads();
    request.calls = cell.calls() / cell.threads();
    if (cell.part() == Part.PROVIDERS) {
      // All names are this machine; the certificate lacks this one.
      request.addresses = List.of("127.0.0.1");
      request.urlOfAnother = request.url.replace("localhost", "other.example");
    }
    server.mark();
    try {
      ChildProcess jvm = jvm(cell);
      jvm.send(request);
      LoadReply reply = jvm.receive(LoadReply.class, LIMIT);
      return Measured.of(reply, server);
    } catch (HarnessException e) {
      Optional.ofNullable(jvms.remove(key(cell))).ifPresent(ChildProcess::close);
      return Measured.failed(cell.requests(), e.getMessage());
    }
  }

  /**
   * A JVM for each JDK, HttpCore and provider, kept: clients share nothing within it but compiled
   * code.
   */
  private ChildProcess jvm(Cell cell) {
    return jvms.computeIfAbsent(
        key(cell),
        key -> {
          List<String> folders = new ArrayList<>(Installation.folders(cell.provider()));
          String client = "httpclient-" + HTTP_CLIENTS.get(cell.httpCore());
          folders.addAll(List.of("common", "reprise", "commons-logging", client));
          ChildProcess jvm =
              ChildJvm.on(runtimes.get(cell.jdk()))
                  .options("-Xss512k")
                  .classPath(Installation.jars(folders.toArray(String[]::new)))
                  .main(MatrixMain.class.getName(), cell.provider().name())
                  .start();
          try {
            LoadReply ready = jvm.receive(LoadReply.class, LIMIT);
            // A figure of another version than the one asked for would be worse than none.
            if (!ready.java.equals(runtimes.get(cell.jdk()).described())
                || !ready.httpCore.equals(cell.httpCore())) {
              throw new HarnessException("it runs on %s, %s".formatted(ready.java, ready.httpCore));
            }
            return jvm;
          } catch (HarnessException e) {
            jvm.close();
            throw e;
          }
        });
  }

  private static List<String> key(Cell cell) {
    return List.of(cell.jdk(), cell.httpCore(), cell.provider().name());
  }

  @Override
  protected List<String> writePage(Path directory) throws IOException {
    new MatrixPage(Run.readAll(directory, name(), Settings.class, Result.class))
        .write()
        .write(page(directory));
    return List.of();
  }
}
