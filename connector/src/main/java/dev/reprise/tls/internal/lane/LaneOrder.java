package dev.reprise.tls.internal.lane;

import java.util.Arrays;

/**
 * Decides which of an address's lanes is taken: at distance 1 the one freed last, at distance n the
 * one freed n-th last. Distance n fits n servers that answer in turn and share no ticket keys. Each
 * distance has a rate: how many of the latest tickets offered at it were accepted. After a refusal,
 * the best distance is taken if it is clearly better than the present one and than distance 1.
 *
 * <p>A server that restarts refuses many tickets at once, but is no cluster. So at distance 1, a
 * refusal counts only if its ticket came after the previous one. Used under the lock of its {@link
 * PeerLanes}.
 */
final class LaneOrder {

  private static final int MOST_DISTANCE = 8;

  /** The weight of the latest offer: distance 1 is given up after four refusals in a row. */
  private static final double STEP = 0.3;

  /** The weight after the first offers at a distance, since servers at times answer out of turn. */
  private static final double STEADY_STEP = 0.1;

  private static final int SOON = 3;

  /** The rate of an untried distance. Once tried, it is given up after three refusals. */
  private static final double UNKNOWN = 0.6;

  /** How much of each other distance's rate is forgotten at a refusal. */
  private static final double FORGOTTEN = 1.0 / 64;

  private static final double CLEARLY = 1.0 / 3;

  private final double[] rates = new double[MOST_DISTANCE + 1];
  private int distance = 1;

  /** How many offers were made at the distance since it was chosen. */
  private int offers;

  /** Offers of tickets that came before this time do not count. */
  private long since;

  LaneOrder(long now) {
    Arrays.fill(rates, UNKNOWN);
    rates[1] = 1;
    since = now;
  }

  /** Returns the distance of the lane to take: 1 for the one freed last. */
  int distance() {
    return distance;
  }

  /** Notes whether the server resumed a session that it was offered, and when that had come. */
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
