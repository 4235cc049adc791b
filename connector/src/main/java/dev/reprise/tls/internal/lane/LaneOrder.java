package dev.reprise.tls.internal.lane;

/**
 * Which of an address's lanes is taken: the one freed last, or the one freed n-th last, which fits
 * where n servers without shared ticket keys answer in turn. When the newest tickets keep being
 * refused, other distances are tried, and the best is kept; where none is better it stays at the
 * newest, and is tried again ever more rarely.
 *
 * <p>A server that restarts refuses many tickets at once and is no cluster: a refusal counts only
 * if its ticket came after the refusal before. Used under the lock of its {@link PeerLanes}.
 */
final class LaneOrder {

  private static final int MOST_DISTANCE = 8;
  private static final int WINDOW = 16;
  private static final int HOPELESS = 4;
  private static final double GOOD = 0.9;
  private static final double BETTER = 0.1;
  private static final int FIRST_PATIENCE = 16;
  private static final int MOST_PATIENCE = 1 << 12;

  private int distance = 1;
  private boolean trying;
  private int seen;
  private int resumed;
  private long since;
  private int best = 1;
  private double bestRate;
  private int patience;
  private int nextPatience = FIRST_PATIENCE;

  LaneOrder(long now) {
    since = now;
  }

  /** From the newest, which is 1, how far down the lane to take stands. */
  int distance() {
    return distance;
  }

  /**
   * Notes what became of a session that was offered. Resumed handshakes count once refusals have
   * been seen.
   *
   * @param obtainedAt when the session came, in the clock's nanoseconds
   */
  void offered(boolean hasResumed, long obtainedAt, long now) {
    if ((hasResumed && !trying && seen == 0) || obtainedAt - since < 0) {
      return;
    }
    seen++;
    resumed += hasResumed ? 1 : 0;
    if (!trying && !hasResumed) {
      since = now;
    }
    if (seen >= WINDOW || (resumed == 0 && seen >= HOPELESS)) {
      double rate = (double) resumed / seen;
      seen = 0;
      resumed = 0;
      judge(rate, now);
    }
  }

  private void judge(double rate, long now) {
    if (!trying) {
      if (rate < GOOD && patience-- <= 0) {
        trying = true;
        best = 1;
        bestRate = distance == 1 ? rate : 0;
        distance = distance == 1 ? 2 : 1;
        since = now;
      }
      return;
    }
    since = now;
    if (rate > bestRate + (best == distance ? 0 : BETTER)) {
      best = distance;
      bestRate = rate;
    }
    if (rate < GOOD && distance < MOST_DISTANCE) {
      distance++;
      return;
    }
    trying = false;
    distance = best;
    patience = bestRate < GOOD ? nextPatience : 0;
    nextPatience = Math.min(MOST_PATIENCE, nextPatience * 4);
  }
}
