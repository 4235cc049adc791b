package dev.reprise.probe.measure;

import java.time.Duration;

/** How long the probe waits for a server. Immutable. */
public final class Timeouts {

  private final Duration timeout;
  private final Duration pause;

  /**
   * Of at most some minutes.
   *
   * @param timeout for a connect, and for each read
   * @param pause between one connection and the next
   */
  public Timeouts(Duration timeout, Duration pause) {
    this.timeout = timeout;
    this.pause = pause;
  }

  long connectMillis() {
    return timeout.toMillis();
  }

  Duration read() {
    return timeout;
  }

  Duration pause() {
    return pause;
  }
}
