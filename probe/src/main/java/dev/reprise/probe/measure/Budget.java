package dev.reprise.probe.measure;

import java.time.Duration;

/** Counts requests and connections, and keeps to limits that no mistake of a caller exceeds. */
final class Budget {

  private final int mostRequests;
  private final int mostConnections;
  private final Duration pause;
  private int requests;
  private int connections;

  Budget(int mostRequests, Duration pause) {
    this.mostRequests = mostRequests;
    this.mostConnections = 2 * mostRequests + 20;
    this.pause = pause;
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
