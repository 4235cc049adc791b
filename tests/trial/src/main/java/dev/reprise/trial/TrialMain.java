package dev.reprise.trial;

import dev.reprise.testkit.LeftOvers;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command behind {@code tests/trial/run.sh}. */
@Command(
    name = "tests/trial/run.sh",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {
      "Runs generated scenarios with stock clients and with Reprise, and compares what is seen."
    },
    footer = {
      "",
      "Exit codes: 0 no unwanted difference, 1 at least one, or something was left over, 2 the command line makes no sense."
    })
public final class TrialMain implements Callable<Integer> {

  private static final int FAILURE = 1;
  private static final int MOST_UNWANTED = 30;
  private static final int BETWEEN_CHECKS = 500;
  private static final int WORKERS = 2;

  @Option(
      names = "--scenarios",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many. Default: ${DEFAULT-VALUE}.")
  private int scenarios;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "A number that they are generated from. Default: the time.")
  private Long seed;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "600",
      description = "Ends after this time, even with fewer scenarios.")
  private double minutes;

  @Option(
      names = "--with",
      paramLabel = "DIMENSION=VALUE",
      split = " ",
      description = "Such scenarios alone, for instance \"route=tls-tunnel provider=conscrypt\".")
  private List<String> with = List.of();

  @Option(
      names = "--replay",
      paramLabel = "SCENARIO",
      description = "Runs this one scenario, as a failure names it, and tells what was seen.")
  private Scenario replay;

  private final Tally tally = new Tally();
  private final AtomicLong next = new AtomicLong();
  private long deadline;

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new TrialMain())
            .registerConverter(Scenario.class, Scenario::parse)
            .execute(args));
  }

  @Override
  public Integer call() throws Exception {
    if (replay != null) {
      return replay();
    }
    with.forEach(Dimensions::of);
    long root = seed != null ? seed : System.currentTimeMillis();
    System.out.println("Seed: " + root);
    deadline = System.nanoTime() + (long) (minutes * TimeUnit.MINUTES.toNanos(1));
    LeftByScenarios leftOvers = new LeftByScenarios();
    for (long last = 0; last < scenarios && isTime(); ) {
      last = Math.min(scenarios, last + BETWEEN_CHECKS);
      round(root, last);
      System.err.println(tally.scenarios() + " scenarios, " + tally.unwanted() + " unwanted");
      String left = leftOvers.found();
      if (!left.isEmpty()) {
        tally.print(System.out);
        System.out.println("Left over within the last " + BETWEEN_CHECKS + " scenarios: " + left);
        return FAILURE;
      }
    }
    tally.print(System.out);
    return tally.unwanted() == 0 ? 0 : FAILURE;
  }

  private boolean isTime() {
    return System.nanoTime() - deadline < 0 && tally.unwanted() < MOST_UNWANTED;
  }

  private void round(long root, long last) throws Exception {
    Callable<Void> worker =
        () -> {
          for (long n = next.getAndIncrement(); n < last && isTime(); n = next.getAndIncrement()) {
            one(root, n);
          }
          return null;
        };
    for (Future<Void> each : World.THREADS.invokeAll(Collections.nCopies(WORKERS, worker))) {
      each.get();
    }
    next.set(last);
  }

  private void one(long root, long number) throws Exception {
    // Each scenario is generated from the seed and its number, whichever worker takes it.
    SplittableRandom random = new SplittableRandom(root * 1_000_003 + number);
    Comparison comparison = Comparison.of(Space.random(random, with), Side.REPRISE);
    tally.add(comparison);
    if (!comparison.unwanted.isEmpty()) {
      Comparison simplest = comparison.simplest(Side.REPRISE);
      if (tally.addUnwanted(simplest)) {
        System.out.println("Scenario " + number + ": " + comparison.scenario);
      }
    }
  }

  private int replay() throws Exception {
    System.out.println("Why not among the generated ones: " + Space.why(replay));
    // The first run of all loads classes, and may take a timeout's time for it.
    Plan.run(replay, Side.STOCK);
    Plan.run(replay, Side.REPRISE);
    System.out.println("Stock\n" + Plan.run(replay, Side.STOCK));
    System.out.println("Reprise\n" + Plan.run(replay, Side.REPRISE));
    Comparison comparison = Comparison.of(replay, Side.REPRISE);
    comparison.excused.forEach(
        (excuse, difference) -> System.out.println("Wanted: " + difference + ": " + excuse.reason));
    comparison.unwanted.forEach(difference -> System.out.println("Unwanted: " + difference));
    return comparison.unwanted.isEmpty() ? 0 : FAILURE;
  }

  /** Looks, when no scenario runs, for sockets and threads that scenarios have left. */
  private static final class LeftByScenarios {

    /** Descriptors that the JDK opens once, whenever they are first needed. */
    private static final int ALLOWED_SOCKETS = 8;

    /**
     * The JDK's cache under HttpURLConnection keeps a connection by way of a proxy for a minute.
     */
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(75);

    private static final Set<String> KEPT = Set.of("main", "Native reference cleanup thread");

    private final LeftOvers leftOvers =
        new LeftOvers(
            thread ->
                thread.getThreadGroup() == null
                    || World.GROUP.parentOf(thread.getThreadGroup())
                    || KEPT.contains(thread.getName())
                    || thread.getName().matches("(Keep-Alive|surefire|DestroyJavaVM).*"));

    String found() {
      World.within(
          PATIENCE_MILLIS,
          () -> {
            boolean nothing = left().isEmpty();
            if (!nothing) {
              // Stock leaves sockets to the garbage collector where a handshake fails.
              System.gc();
              World.pause(200);
            }
            return nothing;
          });
      return left();
    }

    private String left() {
      int sockets = leftOvers.newSockets();
      Set<String> threads = new TreeSet<>();
      leftOvers.newThreads().keySet().forEach(thread -> threads.add(thread.getName()));
      return (sockets > ALLOWED_SOCKETS ? sockets + " sockets " : "")
          + (threads.isEmpty() ? "" : "threads " + threads);
    }
  }
}
