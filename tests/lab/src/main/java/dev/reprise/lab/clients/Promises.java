package dev.reprise.lab.clients;

import dev.reprise.lab.Chance;
import dev.reprise.subject.clients.ClientInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What holds for each client. */
final class Promises {

  static final double LEAST_RESUMED = 99.9;

  /**
   * Pools of the clients' own grow, on a busy machine more than on an idle one; what starts a
   * thread for each handshake has 1.
   */
  private static final double THREADS = 0.25;

  private Promises() {}

  /** What does not hold in the runs of a cell, or an empty text. */
  static String broken(ClientInfo client, List<Figures> stockRuns, List<Figures> repriseRuns) {
    Figures stock = Figures.sum(stockRuns);
    Figures reprise = Figures.sum(repriseRuns);
    List<String> broken = new ArrayList<>();
    answered("stock", stock, broken);
    answered("with Reprise", reprise, broken);
    if (broken.isEmpty()) {
      if (reprise.resumedAfterFirstPercent() < LEAST_RESUMED) {
        broken.add(
            String.format(
                Locale.ROOT,
                "%.2f %% resumed after each lane's first, of %d",
                reprise.resumedAfterFirstPercent(),
                reprise.handshakes() - reprise.lanes()));
      }
      if (Chance.isMore(repriseRuns, stockRuns, Figures::fullShare)) {
        broken.add(
            String.format(
                Locale.ROOT,
                "%d full handshakes of %d, stock %d of %d",
                reprise.full(),
                reprise.handshakes(),
                stock.full(),
                stock.handshakes()));
      }
      if (reprise.resets() > 0 && !client.resets) {
        broken.add(reprise.resets() + " connections reset");
      }
      if (reprise.threadsPerHandshake() > stock.threadsPerHandshake() + THREADS) {
        broken.add(
            String.format(
                Locale.ROOT,
                "%.2f threads started a handshake, stock %.2f",
                reprise.threadsPerHandshake(),
                stock.threadsPerHandshake()));
      }
    }
    return String.join("; ", broken);
  }

  private static void answered(String side, Figures figures, List<String> broken) {
    if (figures.errors() > 0 || figures.calls() == 0) {
      broken.add("%s: %d calls failed: %s".formatted(side, figures.errors(), figures.failure()));
    }
  }
}
