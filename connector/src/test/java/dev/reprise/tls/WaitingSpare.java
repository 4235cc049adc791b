package dev.reprise.tls;

/**
 * One that reads its ticket is passed over, and gives its lease back with it, with JSSE before JDK
 * 24. Later ones may have several tickets of a server, and keep it; nothing tells there.
 */
final class WaitingSpare {

  private WaitingSpare() {}

  /** Whether one waits, the only one, and has read its ticket. */
  static boolean isOne(ResumingSslSocketFactory factory) {
    return factory.readySpares() == 1 && isSettled(factory);
  }

  /** Whether there are any, and all have read their tickets, so that the next call has one. */
  static boolean isAny(ResumingSslSocketFactory factory) {
    return factory.readySpares() > 0 && isSettled(factory);
  }

  private static boolean isSettled(ResumingSslSocketFactory factory) {
    return ProviderTraits.JSSE.queuesTickets() || factory.laneCounts().leased() == 0;
  }
}
