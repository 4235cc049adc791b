package dev.reprise.lab.clients;

import dev.reprise.lab.Chance;
import dev.reprise.subject.LoadReply;
import java.util.ArrayList;
import java.util.List;

/**
 * What one client did.
 *
 * @param did as it says itself; of threads those started in the second half of the calls of the
 *     many, since in the first clients fill their pools
 * @param handshakes handshakes, as the server counts them
 * @param full the full ones of them
 * @param resets connections that the client reset
 * @param counted handshakes in that second half
 * @param last calls after that
 * @param clientFirst those of the last calls whose connection the client closed first
 */
record Figures(
    LoadReply did,
    long handshakes,
    long full,
    long resets,
    long counted,
    long last,
    long clientFirst) {
  /**
   * Of so many calls of a cell one may make a full handshake that is not its lane's first, and of
   * fewer calls three in all. JSSE shows a ticket before ClientHellos find it: now and then another
   * connection takes the lane in between, and has none to offer.
   */
  private static final int CALLS_FOR_AN_EXTRA = 1_000;

  private static final int FEW_EXTRAS = 3;

  /**
   * Pools of the clients' own grow, on a busy machine more than on an idle one; what starts a
   * thread for each handshake has 1.
   */
  private static final double THREADS = 0.25;

  static Figures failed(String why) {
    return new Figures(LoadReply.failed(0, why), 0, 0, 0, 0, 0, 0);
  }

  static Figures sum(List<Figures> runs) {
    return runs.stream()
        .reduce(
            (one, other) ->
                new Figures(
                    one.did.plus(other.did),
                    one.handshakes + other.handshakes,
                    one.full + other.full,
                    one.resets + other.resets,
                    one.counted + other.counted,
                    one.last + other.last,
                    one.clientFirst + other.clientFirst))
        .orElseThrow();
  }

  private double fullShare() {
    return 1.0 * full / Math.max(1, handshakes);
  }

  double resumedPercent() {
    return 100 - 100 * fullShare();
  }

  /** Resumed handshakes of a hundred that were not the first of a lane. */
  double resumedAfterFirstPercent() {
    long later = Math.max(1, handshakes - did.lanes);
    return 100.0 * (later - Math.max(0, full - did.lanes)) / later;
  }

  double threadsPerHandshake() {
    return 1.0 * did.threadsStarted / Math.max(1, counted);
  }

  static String broken(boolean mayReset, List<Figures> stockRuns, List<Figures> repriseRuns) {
    Figures stock = sum(stockRuns);
    Figures reprise = sum(repriseRuns);
    List<String> broken = new ArrayList<>();
    stock.answered("stock", broken);
    reprise.answered("with Reprise", broken);
    if (broken.isEmpty()) {
      long extra = reprise.full - reprise.did.lanes;
      if (extra > Math.max(FEW_EXTRAS, reprise.handshakes / CALLS_FOR_AN_EXTRA)) {
        broken.add(
            "%d full handshakes beyond each lane's first, of %d"
                .formatted(extra, reprise.handshakes));
      }
      if (Chance.isMore(repriseRuns, stockRuns, Figures::fullShare)) {
        broken.add(
            "%d full handshakes of %d, stock %d of %d"
                .formatted(reprise.full, reprise.handshakes, stock.full, stock.handshakes));
      }
      if (reprise.resets > 0 && !mayReset) {
        broken.add(reprise.resets + " connections reset");
      }
      if (reprise.threadsPerHandshake() > stock.threadsPerHandshake() + THREADS) {
        broken.add(
            "%.2f threads started a handshake, stock %.2f"
                .formatted(reprise.threadsPerHandshake(), stock.threadsPerHandshake()));
      }
    }
    return String.join("; ", broken);
  }

  private void answered(String side, List<String> broken) {
    if (did.errors > 0 || did.completed == 0) {
      broken.add("%s: %d calls failed: %s".formatted(side, did.errors, did.firstError));
    }
  }
}
