package dev.reprise.tls.internal.report;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells a lasting problem from chance. A problem begins when more than a fifth of many connections
 * show it, and ends when fewer have shown it for long. Thread-safe. Costs one read if all is well.
 */
final class LastingProblem {

  private static final System.Logger LOG = System.getLogger("dev.reprise.tls");
  private static final int WEIGHT = 4;
  private static final int BEGIN = 10 * WEIGHT;
  private static final int MOST = 2 * BEGIN;

  /** Positive: how close the problem is to its beginning. Negative: how far it is from its end. */
  private final AtomicInteger score = new AtomicInteger();

  private final String begun;
  private final String ended;

  LastingProblem(String begun, String ended) {
    this.begun = begun;
    this.ended = ended;
  }

  /** Notes one observation, and logs it if the problem has begun or ended with it. */
  void note(boolean seen, Object why) {
    if (!seen && score.get() == 0) {
      return;
    }
    int before = score.getAndUpdate(seen ? LastingProblem::worse : LastingProblem::better);
    if (seen && before >= 0 && worse(before) < 0) {
      LOG.log(Level.WARNING, begun + why);
    } else if (!seen && before < 0 && better(before) == 0) {
      LOG.log(Level.INFO, ended);
    }
  }

  /** Takes back the last observation, which had another cause. */
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
