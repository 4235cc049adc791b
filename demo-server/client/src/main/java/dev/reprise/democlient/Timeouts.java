package dev.reprise.democlient;

import java.time.Duration;

/** Short, so that a server that keeps callers waiting is seen within the minute. */
final class Timeouts {
  static final Duration CONNECT = Duration.ofSeconds(2);
  static final Duration READ = Duration.ofSeconds(2);

  /**
   * Longer than a read and a close that each wait for {@link #READ}; short, since a server that is
   * stuck keeps all connections of it.
   */
  static final Duration FAULT_BOUND = Duration.ofSeconds(5);

  private Timeouts() {}
}
