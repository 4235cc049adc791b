package dev.reprise.tls;

/** One that reads its ticket is passed over, and gives its lease back with it. */
final class WaitingSpare {

  private WaitingSpare() {}

  /** Whether one waits, the only one, and has read its ticket. */
  static boolean isOne(ResumingSslSocketFactory factory) {
    return factory.readySpares() == 1 && factory.laneCounts().leased() == 0;
  }
}
