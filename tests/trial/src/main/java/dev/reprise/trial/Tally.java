package dev.reprise.trial;

import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts scenarios, and differences by their excuse. */
final class Tally {

  private final Map<Excuse, Integer> excuses = new EnumMap<>(Excuse.class);
  private final Map<Excuse, Difference> examples = new EnumMap<>(Excuse.class);
  private final Map<String, Comparison> unwanted = new TreeMap<>();
  private int scenarios;
  private long preconnectionsUsed;

  synchronized void add(Comparison comparison) {
    scenarios++;
    preconnectionsUsed += comparison.preconnectionsUsed;
    comparison.excused.forEach(
        (excuse, difference) -> {
          excuses.merge(excuse, 1, Integer::sum);
          examples.putIfAbsent(excuse, difference);
        });
  }

  /** Takes a difference in its simplest form; false if it is known. */
  synchronized boolean addUnwanted(Comparison simplest) {
    return unwanted.putIfAbsent(simplest.scenario.toString(), simplest) == null;
  }

  synchronized int scenarios() {
    return scenarios;
  }

  synchronized int unwanted() {
    return unwanted.size();
  }

  synchronized void print(PrintStream out) {
    out.println("Scenarios: " + scenarios);
    out.println("Calls on preconnected connections: " + preconnectionsUsed);
    out.println("Wanted differences:");
    excuses.forEach(
        (excuse, count) -> {
          out.println("  " + count + " × " + excuse + ": " + excuse.reason);
          out.println("      such as " + examples.get(excuse).scenario());
          out.println("      " + examples.get(excuse));
        });
    out.println("Unwanted differences: " + unwanted.size());
    unwanted
        .values()
        .forEach(
            comparison -> {
              out.println("  --replay \"" + comparison.scenario + "\"");
              comparison.unwanted.forEach(difference -> out.println("      " + difference));
              comparison.details.forEach(detail -> out.println("      " + detail));
            });
  }
}
