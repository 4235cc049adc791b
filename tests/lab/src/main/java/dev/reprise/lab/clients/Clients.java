package dev.reprise.lab.clients;

import dev.reprise.lab.Chance;
import dev.reprise.lab.Experiment;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.JavaRuntimes;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import dev.reprise.subject.clients.ClientInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Each client that there is a recipe for. */
@Command(
    name = "clients",
    description = {
      "Lets each client of docs/clients.md call a server that answers Connection: close, as it is and with Reprise.",
      "Fails if fewer than 99.9 % resume after each lane's first, or Reprise makes more full handshakes, resets a connection",
      "or starts threads: see docs/measured/clients.md."
    })
public final class Clients extends Experiment {

  private static final List<String> USUAL_JDKS =
      List.of("11.0.13", "machine-17", "21.0.8", "25.0.2");
  private static final List<Integer> USUAL_THREADS = List.of(16, 64);
  private static final int USUAL_CALLS = 10;
  private static final int SHORT_CALLS = 6;
  private static final int MOST_THREADS = 64;
  private static final int LAST = 4;

  @Option(
      names = "--short",
      description =
          "The Java that runs this alone, 16 threads and fewer calls and runs; some minutes.")
  private boolean brief;

  @Option(
      names = "--jdks",
      split = ",",
      paramLabel = "JDK",
      description = "Of ${COMPLETION-CANDIDATES}. Default 11.0.13, machine-17, 21.0.8 and 25.0.2.",
      completionCandidates = JavaRuntimes.Names.class)
  private List<String> jdks;

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "CLIENT",
      description = "Some clients, by their names in the raw data. Default all.")
  private List<String> clients;

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "COUNT",
      description = "How many threads call at a time, 1 to 64. Default 16 and 64.")
  private List<Integer> threads;

  private Clients() {}

  @Override
  protected int measure() throws IOException {
    List<Integer> many =
        threads != null ? threads : brief ? USUAL_THREADS.subList(0, 1) : USUAL_THREADS;
    many.forEach(count -> within("--threads", count, 1, MOST_THREADS));
    List<String> notes = new ArrayList<>();
    List<JavaRuntime> runtimes =
        brief && jdks == null
            ? List.of(JavaRuntime.own())
            : runtimes(jdks != null ? jdks : USUAL_JDKS, notes);
    boolean missing = !notes.isEmpty();
    List<ClientInfo> all = ClientJvms.all();
    List<ClientInfo> wanted =
        clients == null ? all : choose("--clients", "client", clients, all, one -> one.name);
    Map<String, String> titles = new LinkedHashMap<>();
    wanted.forEach(client -> titles.put(client.name, client.title));
    Map<JavaRuntime, List<ClientInfo>> able = new LinkedHashMap<>();
    for (JavaRuntime runtime : runtimes) {
      able.put(runtime, new ArrayList<>());
      for (ClientInfo client : wanted) {
        if (client.oldestJava <= runtime.feature()) {
          able.get(runtime).add(client);
        } else {
          notes.add(
              "%s needs Java %d: not run on %s"
                  .formatted(client.title, client.oldestJava, runtime.version()));
        }
      }
    }
    notes.forEach(errors()::println);
    Path directory = directory();
    Settings settings =
        new Settings(
            ClosingServer.TLS,
            brief ? Chance.FEW_RUNS : Chance.RUNS,
            brief ? SHORT_CALLS : USUAL_CALLS,
            LAST,
            titles);
    List<Run<Settings, Cell>> runs = run(able, many, settings, notes, directory);
    List<Cell> broken =
        runs.stream()
            .flatMap(run -> run.cells().stream())
            .filter(cell -> !cell.broken().isEmpty())
            .toList();
    console()
        .printf(
            "%d cells, %d broken; written: %s%n",
            runs.stream().mapToInt(run -> run.cells().size()).sum(),
            broken.size(),
            page(directory));
    return !broken.isEmpty() ? FAILURE : missing ? JDK_MISSING : 0;
  }

  private List<Run<Settings, Cell>> run(
      Map<JavaRuntime, List<ClientInfo>> able,
      List<Integer> many,
      Settings settings,
      List<String> notes,
      Path directory)
      throws IOException {
    Path authority = Files.createTempFile("clients-ca", ".pem");
    List<Run<Settings, Cell>> runs = new ArrayList<>();
    long steps = able.values().stream().mapToLong(List::size).sum() * many.size();
    Progress progress = new Progress(errors(), steps);
    try (ClosingServer server = new ClosingServer(authority)) {
      ClientsRun clientsRun = new ClientsRun(server, authority, settings, progress);
      for (JavaRuntime runtime : able.keySet()) {
        Instant begin = Instant.now();
        List<Cell> cells = new ArrayList<>();
        for (ClientInfo client : able.get(runtime)) {
          cells.addAll(clientsRun.run(runtime, client, many, notes::add));
        }
        Run<Settings, Cell> run =
            Run.of(
                name(),
                begin,
                commandLine(),
                Map.of(Run.CLIENT, runtime.described(), Run.SERVER, JavaRuntime.own().described()),
                null,
                notes.stream().filter(note -> note.contains(runtime.version())).toList(),
                settings,
                cells);
        run.write(directory);
        writePage(directory);
        runs.add(run);
      }
    } catch (GeneralSecurityException e) {
      throw new HarnessException("the server cannot be started: " + e, e);
    } finally {
      progress.clear();
      Files.delete(authority);
    }
    return runs;
  }

  @Override
  protected int writePage(Path directory) throws IOException {
    ClientsPage.of(Run.readAll(directory, name(), Settings.class, Cell.class))
        .write(page(directory));
    return 0;
  }
}
