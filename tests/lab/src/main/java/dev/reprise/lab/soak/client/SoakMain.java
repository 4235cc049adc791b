package dev.reprise.lab.soak.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.testkit.LeftOvers;
import dev.reprise.tls.PeerStatistics;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Takes a {@link Setup} from standard input; writes a {@link Reply} for each sample and one at the
 * end.
 */
public final class SoakMain {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  /** What stays for so long is left over. */
  private static final Duration LEFT_OVER_AFTER = Duration.ofSeconds(5);

  private SoakMain() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    soak(JSON.readValue(in.readLine(), Setup.class));
  }

  private static void soak(Setup setup) throws Exception {
    SoakedClient client = new SoakedClient(setup);
    LeftOvers leftOvers =
        new LeftOvers(thread -> thread.getName().startsWith(PlatformThreads.CALLER))
            .watch("leased lanes", () -> client.lanes().leased())
            .watch("leased connections", client::leases);
    long elapsedMillis;
    try (Callers callers = new Callers(setup.callers(), setup.virtual())) {
      Sampler sampler = new Sampler(client);
      reply(new Reply(sampler.take(0), null));
      long start = System.nanoTime();
      int batch = setup.batch();
      for (int done = 0; done < setup.requests() && !isOver(setup, start); ) {
        int to = Math.min(done + batch, setup.requests());
        long begin = System.nanoTime();
        callers.work(done, to, client::call);
        batch = next(setup, to - done, System.nanoTime() - begin);
        done = to;
        reply(new Reply(sampler.take(done), null));
      }
      elapsedMillis = (System.nanoTime() - start) / 1_000_000;
    }
    client.close();
    PeerStatistics statistics = client.statistics();
    reply(
        new Reply(
            null,
            new Outcome(
                elapsedMillis,
                client.endings(),
                client.unexpected(),
                statistics.resumed(),
                named(statistics.fullBy()),
                statistics.failed(),
                named(statistics.closes()),
                setup.spares() > 0 ? named(statistics.spares()) : Map.of(),
                leftOvers.left(LEFT_OVER_AFTER))));
  }

  private static boolean isOver(Setup setup, long start) {
    return setup.minutes() > 0
        && System.nanoTime() - start >= TimeUnit.MINUTES.toNanos(setup.minutes());
  }

  /** How many requests come before the next sample. */
  private static int next(Setup setup, int requests, long nanos) {
    if (setup.minutes() == 0) {
      return setup.batch();
    }
    double share = (double) TimeUnit.MINUTES.toNanos(setup.minutes()) / setup.samples();
    return (int) Math.max(setup.callers(), requests * share / nanos);
  }

  private static Map<String, Long> named(Map<? extends Enum<?>, Long> counts) {
    Map<String, Long> named = new TreeMap<>();
    counts.forEach((key, count) -> named.put(key.name(), count));
    return named;
  }

  private static void reply(Reply reply) throws Exception {
    OUT.println(JSON.writeValueAsString(reply));
  }
}
