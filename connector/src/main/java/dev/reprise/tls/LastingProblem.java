package dev.reprise.tls;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells a problem that lasts from chance: it begins when it shows in more than a fifth of many
 * connections, and ends when it has not shown for long. Thread-safe; while all is well, one read.
 */
final class LastingProblem {

  /** What an observation changed. */
  enum Change {
    NONE,
    BEGUN,
    ENDED
  }

  private static final int WEIGHT = 4;
  private static final int BEGIN = 10 * WEIGHT;
  private static final int MOST = 2 * BEGIN;

  /** Positive: how far the problem has come. Negative: it has begun; how far it is from its end. */
  private final AtomicInteger score = new AtomicInteger();

  Change seen() {
    int before = score.getAndUpdate(LastingProblem::worse);
    return before >= 0 && worse(before) < 0 ? Change.BEGUN : Change.NONE;
  }

  Change notSeen() {
    if (score.get() == 0) {
      return Change.NONE;
    }
    int before = score.getAndUpdate(LastingProblem::better);
    return before < 0 && better(before) == 0 ? Change.ENDED : Change.NONE;
  }

  /** The last observation was of something else. */
  void notSeenAfterAll() {
    score.updateAndGet(now -> now > 0 ? Math.max(0, now - WEIGHT) : now);
  }

  private static int worse(int score) {
    if (score < 0) {
      return Math.max(score - WEIGHT, -MOST);
    }
    return score + WEIGHT >= BEGIN ? -BEGIN : score + WEIGHT;
  }

  private static int better(int score) {
    return score < 0 ? score + 1 : Math.max(0, score - 1);
  }
}
