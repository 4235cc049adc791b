package dev.reprise.lab.clients;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Progress;
import dev.reprise.subject.clients.ClientInfo;
import dev.reprise.subject.clients.ClientReply;
import dev.reprise.subject.clients.ClientRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs clients against a server, each in a JVM of its own. */
record ClientsRun(ClosingServer server, Path authority, Settings settings, Progress progress) {

  private static final int HOLD_MILLIS = 100;

  /**
   * The cells of a client on a Java: one for each number of threads; none if it does not run there,
   * which is told to {@code notes}.
   */
  List<Cell> run(
      JavaRuntime runtime, ClientInfo client, List<Integer> threads, Consumer<String> notes) {
    List<Cell> cells = new ArrayList<>();
    try (ChildJvm jvm = ClientJvms.start(runtime)) {
      for (int many : threads) {
        progress.doing("%s, %d threads, JDK %s".formatted(client.title, many, runtime.version()));
        Cell cell = cell(jvm, client, many);
        if (isMissingSomething(runtime, cell.stock())) {
          String note =
              "%s does not run on %s: %s"
                  .formatted(client.title, runtime.version(), cell.stock().failure());
          progress.tell(note);
          notes.accept(note);
          progress.done(threads.size() - cells.size());
          break;
        }
        if (!cell.broken().isEmpty()) {
          progress.tell(
              "BROKEN: %s, %d threads, JDK %s: %s"
                  .formatted(client.title, many, runtime.version(), cell.broken()));
        }
        cells.add(cell);
        progress.done(1);
      }
    }
    return cells;
  }

  /**
   * A small runtime may lack a module that a client needs, as jdk.net; not each client says so. The
   * runtime of the lab is whole.
   */
  private static boolean isMissingSomething(JavaRuntime runtime, Figures stock) {
    return stock.calls() == 0
        && stock.failure() != null
        && !runtime.version().equals(JavaRuntime.own().version());
  }

  private Cell cell(ChildJvm jvm, ClientInfo client, int threads) {
    List<Figures> stock = new ArrayList<>();
    List<Figures> reprise = new ArrayList<>();
    for (int run = 0; run < settings.runs(); run++) {
      stock.add(turn(jvm, client, threads, false));
      if (stock.get(0).calls() == 0) {
        // It does not run here at all.
        return new Cell(client.name, threads, stock.get(0), stock.get(0), "");
      }
      reprise.add(turn(jvm, client, threads, true));
    }
    return new Cell(
        client.name,
        threads,
        Figures.sum(stock),
        Figures.sum(reprise),
        Promises.broken(client, stock, reprise));
  }

  private Figures turn(ChildJvm jvm, ClientInfo client, int threads, boolean reprise) {
    ClientRequest request = new ClientRequest();
    request.client = client.name;
    request.reprise = reprise;
    request.url = server.url();
    request.authority = authority.toString();
    request.threads = threads;
    request.calls = settings.calls();
    request.last = settings.last();
    try {
      ClosingServer.Counts before = server.counts();
      server.hold(0);
      jvm.send(request);
      ClientReply load = ClientJvms.receive(jvm);
      // All connections of the load have ended.
      server.counts();
      server.hold(HOLD_MILLIS);
      jvm.send(request);
      ClientReply all = ClientJvms.receive(jvm);
      ClosingServer.Counts ended = server.counts().minus(before);
      return new Figures(
          all.completed,
          all.errors,
          ended.handshakes(),
          ended.full(),
          all.lanes,
          ended.resets(),
          (long) threads * (settings.calls() / 2),
          load.threadsStarted,
          ended.serverFirst(),
          ended.clientFirst(),
          all.firstError);
    } catch (HarnessException e) {
      return Figures.failed(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    }
  }
}
