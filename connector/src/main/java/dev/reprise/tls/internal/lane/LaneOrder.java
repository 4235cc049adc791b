package dev.reprise.tls.internal.lane;

import java.util.Arrays;

/**
 * Which of an address's lanes is taken: the one freed last, or the one freed n-th last, which fits
 * where n servers without shared ticket keys answer in turn. A rate for each distance says how many
 * of the latest tickets offered at it were accepted. After a refusal the best is taken, if it is
 * clearly better than the present one and than the newest.
 *
 * <p>A server that restarts refuses many tickets at once and is no cluster: at the newest, a
 * refusal counts only if its ticket came after the refusal before. Used under the lock of its
 * {@link PeerLanes}.
 */
final class LaneOrder {

  private static final int MOST_DISTANCE = 8;

  /** How much the latest offer weighs: the newest is given up after four refusals in a row. */
  private static final double STEP = 0.3;

  /** The same at a distance that was not given up soon: members come out of turn at times. */
  private static final double STEADY_STEP = 0.1;

  private static final int SOON = 3;

  /** The rate of a distance that was not tried, which is given up after three. */
  private static final double UNKNOWN = 0.6;

  /** How much of what is known of other distances goes with each refusal. */
  private static final double FORGOTTEN = 1.0 / 64;

  private static final double CLEARLY = 1.0 / 3;

  private final double[] rates = new double[MOST_DISTANCE + 1];
  private int distance = 1;

  /** How many offers were made at the distance since it was chosen. */
  private int offers;

  /** When the tickets came at the earliest that count. */
  private long since;

  LaneOrder(long now) {
    Arrays.fill(rates, UNKNOWN);
    rates[1] = 1;
    since = now;
  }

  /** From the newest, which is 1, how far down the lane to take stands. */
  int distance() {
    return distance;
  }

  /** Notes what became of a session that was offered, and when that had come. */
  void offered(boolean resumed, long obtainedAt, long now) {
    if (obtainedAt - since < 0) {
      return;
    }
    double step = distance == 1 || offers++ < SOON ? STEP : STEADY_STEP;
    rates[distance] += step * ((resumed ? 1 : 0) - rates[distance]);
    if (resumed) {
      return;
    }
    int best = distance;
    double most = rates[distance] + CLEARLY;
    for (int other = 1; other <= MOST_DISTANCE; other++) {
      double rate = rates[other] + (other == 1 ? CLEARLY : 0);
      if (rate > most) {
        best = other;
        most = rate;
      }
      rates[other] += other == 1 || other == distance ? 0 : FORGOTTEN * (UNKNOWN - rates[other]);
    }
    if (distance == 1 || best != distance) {
      since = now;
      offers = 0;
    }
    distance = best;
  }
}
