package dev.reprise.subject.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.testkit.Fault;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.SpareOutcome;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Calls a server that misbehaves with one connection of some, by a few threads, and prints a line
 * of JSON for each client and fault. Arguments: control port of the peer, protocol, clients,
 * faults, calls for each.
 */
public final class MixMain {

  private static final int CALLERS = 4;
  private static final int TIMEOUT_MILLIS = 1_500;

  /** By then the server has ended what was idle. */
  private static final int PAUSE_MILLIS = 2_600;

  private MixMain() {}

  public static void main(String[] args) {
    PrintStream out = System.out;
    System.setOut(System.err);
    int code = 0;
    try (PeerControl peer = new PeerControl(Integer.parseInt(args[0]), args[1])) {
      for (String fault : args[3].split(",")) {
        for (String client : args[2].split(",")) {
          Mix mix = mix(peer, client, FaultCase.labelled(fault), Integer.parseInt(args[4]));
          mix.protocol = args[1];
          out.println(new ObjectMapper().writeValueAsString(mix));
          out.flush();
        }
      }
    } catch (Exception e) {
      System.err.println(e + (e.getCause() == null ? "" : ", caused by " + e.getCause()));
      code = 1;
    }
    System.exit(code);
  }

  private static Mix mix(PeerControl peer, String name, FaultCase fault, int calls)
      throws Exception {
    Mix mix = new Mix();
    mix.client = name;
    mix.fault = fault.label();
    mix.calls = calls;
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try (ProbedClient client = new ProbedClient(name, peer.authority())) {
      client.callers(CALLERS);
      peer.mix(fault.fault());
      List<Callable<Void>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        int share = calls / CALLERS + (i < calls % CALLERS ? 1 : 0);
        callers.add(() -> call(client, peer.url(), share, mix));
      }
      for (Future<Void> ended : threads.invokeAll(callers)) {
        ended.get();
      }
      mix.met = fault.ending() == Ending.FAILURE ? peer.met() : 0;
      PeerStatistics statistics = client.statistics();
      mix.notConnected = statistics.failed() + statistics.connectsFailed();
      mix.used = statistics.spares().get(SpareOutcome.USED);
      statistics
          .spares()
          .forEach(
              (outcome, count) -> {
                if (outcome != SpareOutcome.USED && count > 0) {
                  mix.unused.put(outcome.name(), count);
                }
              });
      peer.misbehave(Fault.NONE);
    } finally {
      threads.shutdown();
    }
    return mix;
  }

  private static Void call(ProbedClient client, String url, int count, Mix mix)
      throws InterruptedException, IOException {
    for (int i = 0; i < count; i++) {
      if (i == count / 2) {
        Thread.sleep(PAUSE_MILLIS);
      }
      Call call = new Call(client, url, Scenario.EXCHANGE, TIMEOUT_MILLIS);
      call.run();
      Exception failure = call.failure();
      synchronized (mix) {
        mix.failed += failure == null ? 0 : 1;
        Cell.count(mix.endings, failure == null ? "response" : Failures.describe(failure));
      }
    }
    return null;
  }
}
