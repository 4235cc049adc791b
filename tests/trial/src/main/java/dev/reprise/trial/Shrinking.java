package dev.reprise.trial;

/** Looks for the simplest scenario that still shows an unwanted difference of the same kind. */
final class Shrinking {

  private Shrinking() {}

  static Comparison of(Comparison found, Side side) throws Exception {
    Comparison simplest = found;
    boolean shrunk = true;
    while (shrunk) {
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
        .anyMatch(n -> found.unwanted.stream().anyMatch(f -> kind(f).equals(kind(n))));
  }

  /** All calls are alike. */
  private static String kind(Difference difference) {
    return difference.key.startsWith("call ") ? "call" : difference.key;
  }
}
