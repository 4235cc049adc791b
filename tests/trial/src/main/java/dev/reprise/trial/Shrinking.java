package dev.reprise.trial;

import java.util.concurrent.TimeUnit;

/** Looks for the simplest scenario that still shows an unwanted difference of the same kind. */
final class Shrinking {

  /** What takes timeouts takes long to shrink. */
  private static final int MOST_SECONDS = 20;

  private Shrinking() {}

  static Comparison of(Comparison found, Side side) throws Exception {
    Comparison simplest = found;
    boolean shrunk = true;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    while (shrunk && System.nanoTime() - deadline < 0) {
      shrunk = false;
      for (Scenario simpler : simplest.scenario.simpler()) {
        if (!Space.has(simpler)) {
          continue;
        }
        Comparison next = Comparison.of(simpler, side);
        if (isOfTheSameKind(next, found)) {
          simplest = next;
          shrunk = true;
          break;
        }
      }
    }
    return simplest;
  }

  private static boolean isOfTheSameKind(Comparison next, Comparison found) {
    return next.unwanted.stream()
        .anyMatch(n -> found.unwanted.stream().anyMatch(f -> f.kind().equals(n.kind())));
  }
}
