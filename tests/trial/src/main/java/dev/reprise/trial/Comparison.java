package dev.reprise.trial;

import dev.reprise.tls.PreconnectionOutcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Runs a scenario with stock and with another side. What depends on the clock differs from run to
 * run of stock too: so where the two differ, both are run again, and what counts is what the other
 * side shows each time and stock never.
 */
final class Comparison {

  static final String FULL = "full handshakes";

  /** How often the target read a request again that it had not challenged. */
  static final String REPEATED = "requests read again";

  /** With so many different values in as many runs of stock, nothing can be said of another one. */
  private static final int ARBITRARY = 3;

  /** How often a client tries in vain may depend on which of two failures comes first. */
  private static final Set<String> MAY_BE_ARBITRARY = Set.of("proxy", "connections", "requests");

  /** What takes timeouts takes long to shrink. */
  private static final int MOST_SECONDS = 20;

  private static final int STOCK_REPEATS = 4;
  private static final int REPEATS = 2;

  final Scenario scenario;
  final List<Difference> unwanted = new ArrayList<>();
  final Map<Excuse, Difference> excused = new EnumMap<>(Excuse.class);
  final List<String> details = new ArrayList<>();

  /** By the first run. */
  long preconnectionsUsed;

  private Comparison(Scenario scenario) {
    this.scenario = scenario;
  }

  static Comparison of(Scenario scenario, Side side) throws Exception {
    Comparison comparison = new Comparison(scenario);
    List<Observation> stock = new ArrayList<>(List.of(Plan.run(scenario, Side.STOCK)));
    List<Observation> others = new ArrayList<>(List.of(Plan.run(scenario, side)));
    comparison.preconnectionsUsed =
        others.get(0).counted().preconnections().get(PreconnectionOutcome.USED);
    List<Difference> differences = comparison.differences(stock, others);
    if (differences.stream().anyMatch(d -> Excuse.of(d) == null)) {
      for (int i = 0; i < STOCK_REPEATS; i++) {
        stock.add(Plan.run(scenario, Side.STOCK));
      }
      for (int i = 0; i < REPEATS && !comparison.differences(stock, others).isEmpty(); i++) {
        others.add(Plan.run(scenario, side));
      }
      differences = comparison.differences(stock, others);
    }
    for (Difference difference : differences) {
      Excuse excuse = Excuse.of(difference);
      if (excuse == null) {
        comparison.unwanted.add(difference);
      } else {
        comparison.excused.putIfAbsent(excuse, difference);
      }
    }
    if (!comparison.unwanted.isEmpty()) {
      comparison.details.add("stock " + stock.get(0).details());
      comparison.details.add("reprise " + others.get(0).details());
    }
    return comparison;
  }

  /** The simplest that is found in a while and shows an unwanted difference of the same kind. */
  Comparison simplest(Side side) throws Exception {
    Comparison simplest = this;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    for (boolean shrunk = true; shrunk && System.nanoTime() - deadline < 0; ) {
      shrunk = false;
      for (Scenario simpler : simplest.scenario.simpler()) {
        Comparison next = shrunk || !Space.has(simpler) ? null : of(simpler, side);
        if (next != null && next.isOfTheKind(this)) {
          simplest = next;
          shrunk = true;
        }
      }
    }
    return simplest;
  }

  private boolean isOfTheKind(Comparison found) {
    return unwanted.stream()
        .anyMatch(mine -> found.unwanted.stream().anyMatch(f -> f.kind().equals(mine.kind())));
  }

  private List<Difference> differences(List<Observation> stock, List<Observation> others) {
    List<Difference> differences = new ArrayList<>();
    for (String key : others.get(0).seen().keySet()) {
      Set<String> values = new LinkedHashSet<>();
      stock.forEach(s -> values.add(s.seen().get(key)));
      if (values.size() >= ARBITRARY && MAY_BE_ARBITRARY.contains(key)) {
        continue;
      }
      if (others.stream().noneMatch(o -> values.contains(o.seen().get(key)))) {
        differences.add(
            new Difference(
                scenario, key, values, others.get(0).seen().get(key), stock.get(0), others.get(0)));
      }
    }
    for (String key : others.get(0).counts().keySet()) {
      int most = stock.stream().mapToInt(s -> s.counts().get(key)).max().orElseThrow();
      int least = others.stream().mapToInt(o -> o.counts().get(key)).min().orElseThrow();
      if (least > most) {
        differences.add(
            new Difference(
                scenario,
                key,
                Set.of(String.valueOf(most)),
                String.valueOf(least),
                stock.get(0),
                others.get(0)));
      }
    }
    return differences;
  }
}
