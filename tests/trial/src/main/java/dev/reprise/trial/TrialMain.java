package dev.reprise.trial;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
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
      converter = Parsed.class,
      description = "Runs this one scenario, as a failure names it, and tells what was seen.")
  private Scenario replay;

  @Option(
      names = "--corretto",
      description =
          "Registers Amazon Corretto Crypto Provider in this JVM, for both sides and their peers,"
              + " and runs the scenarios of the JDK's TLS alone.")
  private boolean corretto;

  private final Tally tally = new Tally();
  private final AtomicLong next = new AtomicLong();
  private long deadline;

  private static final class Parsed implements CommandLine.ITypeConverter<Scenario> {
    @Override
    public Scenario convert(String text) {
      try {
        return Scenario.parse(text);
      } catch (IllegalArgumentException e) {
        throw new CommandLine.TypeConversionException(e.getMessage());
      }
    }
  }

  /** Runs the command and exits with its code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new TrialMain()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    if (corretto) {
      AmazonCorrettoCryptoProvider.install();
      AmazonCorrettoCryptoProvider.INSTANCE.assertHealthy();
    }
    if (replay != null) {
      return replay();
    }
    with.forEach(Dimensions::of);
    if (corretto) {
      with = new ArrayList<>(with);
      with.add("provider=jsse");
    }
    long root = seed != null ? seed : System.currentTimeMillis();
    System.out.println("Seed: " + root + (corretto ? ", and --corretto with each --replay" : ""));
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
    List<Future<Void>> workers = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      workers.add(
          World.THREADS.submit(
              () -> {
                for (long n = next.getAndIncrement();
                    n < last && isTime();
                    n = next.getAndIncrement()) {
                  one(root, n);
                }
                return null;
              }));
    }
    for (Future<Void> worker : workers) {
      worker.get();
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
}
