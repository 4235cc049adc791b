package dev.reprise.trial;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import dev.reprise.trial.Dimensions.ProviderKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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

  @Spec private CommandSpec spec;

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
      description = "Such scenarios alone, for instance \"route=tls-tunnel provider=conscrypt\".")
  private String with;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "2",
      description = "Scenarios at a time. Default: ${DEFAULT-VALUE}.")
  private int parallel;

  @Option(
      names = "--replay",
      paramLabel = "SCENARIO",
      description = "Runs this one scenario, as a failure names it, and tells what was seen.")
  private String replay;

  @Option(
      names = "--corretto",
      description =
          "Registers Amazon Corretto Crypto Provider in this JVM, for both sides and their peers:"
              + " with it the scenarios of the JDK's TLS alone make sense.")
  private boolean corretto;

  private final Tally tally = new Tally();
  private final AtomicLong next = new AtomicLong();
  private long deadline;
  private List<Enum<?>> fixed = List.of();

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
    if (scenarios < 1 || parallel < 1 || parallel > 16) {
      throw new ParameterException(spec.commandLine(), "--scenarios and --parallel are positive");
    }
    long root = seed != null ? seed : System.currentTimeMillis();
    fixed = fixed();
    System.out.println("Seed: " + root + (corretto ? ", and --corretto with each --replay" : ""));
    long start = System.nanoTime();
    deadline = start + (long) (minutes * TimeUnit.MINUTES.toNanos(1));
    LeftByScenarios leftOvers = new LeftByScenarios();
    long last = 0;
    while (last < scenarios && isTime()) {
      last = Math.min(scenarios, last + BETWEEN_CHECKS);
      round(root, last, start);
      String left = leftOvers.found();
      if (!left.isEmpty()) {
        tally.print(System.out);
        System.out.println("Left over within the last " + BETWEEN_CHECKS + " scenarios: " + left);
        return FAILURE;
      }
    }
    System.err.println();
    tally.print(System.out);
    return tally.unwanted() == 0 ? 0 : FAILURE;
  }

  private List<Enum<?>> fixed() {
    Scenario scenario = parsed(with == null ? "plain" : with);
    List<Enum<?>> values = new ArrayList<>();
    for (Class<? extends Enum<?>> dimension : Dimensions.ALL) {
      boolean named = with != null && with.matches("(^|.*\\s)" + Scenario.label(dimension) + "=.*");
      if (named || (corretto && dimension == ProviderKind.class)) {
        values.add(scenario.valueOf(dimension));
      }
    }
    return values;
  }

  private Scenario parsed(String text) {
    try {
      return Scenario.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private boolean isTime() {
    return System.nanoTime() - deadline < 0 && tally.unwanted() < MOST_UNWANTED;
  }

  private void round(long root, long last, long start) throws Exception {
    List<Future<Void>> workers = new ArrayList<>();
    for (int i = 0; i < parallel; i++) {
      workers.add(
          World.THREADS.submit(
              () -> {
                for (long n = next.getAndIncrement(); isTime(); n = next.getAndIncrement()) {
                  if (n >= last) {
                    break;
                  }
                  one(root, n);
                  progress(start);
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
    Comparison comparison = Comparison.of(Space.random(random, fixed), Side.REPRISE);
    tally.add(comparison);
    if (!comparison.unwanted.isEmpty()) {
      Comparison simplest = Shrinking.of(comparison, Side.REPRISE);
      if (tally.addUnwanted(simplest)) {
        synchronized (System.out) {
          System.out.println();
          System.out.println("Scenario " + number + ": " + comparison.scenario);
          Tally.print(System.out, simplest);
        }
      }
    }
  }

  private void progress(long start) {
    int done = tally.scenarios();
    if (done % 50 != 0) {
      return;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    String line =
        String.format(
            "%d of %d scenarios, %.0f/s, %.0f s left, %d unwanted differences",
            done, scenarios, done / seconds, (scenarios - done) * seconds / done, tally.unwanted());
    if (Integer.getInteger("reprise.terminal.columns", 0) > 0) {
      System.err.print("\r" + line + "   ");
    } else if (done % 500 == 0) {
      System.err.println(line);
    }
  }

  private int replay() throws Exception {
    Scenario scenario = parsed(replay);
    String why = Space.why(scenario);
    if (why != null) {
      System.out.println("Not among the generated ones: " + why);
    }
    // The first run of all loads classes, and may take a timeout's time for it.
    Plan.run(scenario, Side.STOCK);
    Plan.run(scenario, Side.REPRISE);
    for (Side side : new Side[] {Side.STOCK, Side.REPRISE}) {
      Observation seen = Plan.run(scenario, side);
      System.out.println(side == Side.STOCK ? "Stock" : "Reprise");
      seen.seen().forEach((key, value) -> System.out.println("  " + key + ": " + value));
      System.out.println("  full handshakes: " + seen.fullHandshakes());
      System.out.println("  counted: " + seen.counted());
      seen.details().forEach(detail -> System.out.println("  " + detail));
    }
    Comparison comparison = Comparison.of(scenario, Side.REPRISE);
    comparison.excused.forEach(
        (excuse, difference) -> System.out.println("Wanted: " + difference + ": " + excuse.reason));
    comparison.unwanted.forEach(difference -> System.out.println("Unwanted: " + difference));
    return comparison.unwanted.isEmpty() ? 0 : FAILURE;
  }
}
