package dev.reprise.tls;

import java.time.Duration;

/** Durations in words, for logs. */
final class Millis {

  private Millis() {}

  /** In milliseconds with two decimals, such as {@code 1.25 ms}. */
  static String of(Duration duration) {
    return duration.toNanos() / 10_000 / 100.0 + " ms";
  }
}
