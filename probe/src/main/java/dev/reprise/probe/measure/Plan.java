package dev.reprise.probe.measure;

/** How requests are spent. Immutable. */
final class Plan {

  /** The first connection serves two if it is kept alive. */
  private static final int FIRST = 2;

  private static final int ONE_AT_A_TIME = 3;
  private static final int TIMED = 3;
  private static final int MOST_AT_ONCE = 16;

  /** With less, there is no "at once". */
  static final int FEWEST = FIRST + ONE_AT_A_TIME + TIMED + 2 * 2 * 2;

  private final int atOnce;
  private final int waves;

  Plan(int requests) {
    int left = requests - FIRST - ONE_AT_A_TIME - TIMED;
    atOnce = Math.max(2, Math.min(MOST_AT_ONCE, left / 4));
    waves = Math.max(2, left / (2 * atOnce));
  }

  int oneAtATime() {
    return ONE_AT_A_TIME;
  }

  int timed() {
    return TIMED;
  }

  /** How many calls run at the same time. */
  int atOnce() {
    return atOnce;
  }

  /** How many times they do, for stock and for Reprise each; the first makes the sessions. */
  int waves() {
    return waves;
  }
}
