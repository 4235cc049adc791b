package dev.reprise.probe.measure;

import java.time.Duration;

/** How requests are spent, and a count that keeps to limits which no mistake exceeds. */
final class Budget {

  static final int ONE_AT_A_TIME = 3;
  static final int TIMED = 3;

  /** The first connection serves two if it is kept alive. */
  private static final int FIRST = 2;

  private static final int MOST_AT_ONCE = 16;

  /** With less, there is no "at once". */
  static final int FEWEST_REQUESTS = FIRST + ONE_AT_A_TIME + TIMED + 2 * 2 * 2;

  /** How many calls run at the same time. */
  final int atOnce;

  /** How many times they do, for stock and for Reprise each; the first makes the sessions. */
  final int waves;

  private final int mostRequests;
  private final int mostConnections;
  private final Duration pause;
  private int requests;
  private int connections;

  Budget(int mostRequests, Duration pause) {
    this.mostRequests = mostRequests;
    this.mostConnections = 2 * mostRequests + 20;
    this.pause = pause;
    int left = mostRequests - FIRST - ONE_AT_A_TIME - TIMED;
    atOnce = Math.max(2, Math.min(MOST_AT_ONCE, left / 4));
    waves = Math.max(2, left / (2 * atOnce));
  }

  /** Counts connections that are opened at about the same time, after a pause. */
  synchronized void connections(int count) throws InterruptedException {
    if (connections > 0) {
      Thread.sleep(pause.toMillis());
    }
    connections += count;
    if (connections > mostConnections) {
      throw new IllegalStateException("more connections than " + mostConnections);
    }
  }

  synchronized void request() {
    requests++;
    if (requests > mostRequests) {
      throw new IllegalStateException("more requests than " + mostRequests);
    }
  }

  synchronized int requests() {
    return requests;
  }

  synchronized int connections() {
    return connections;
  }
}
