package dev.reprise.tls;

import dev.reprise.tls.internal.lane.LaneStore;
import dev.reprise.tls.internal.provider.ProviderTraits;

/**
 * With its ticket the lane of one can be had by others; with JSSE before JDK 24 its lease is given
 * back then, while later ones, which may have several tickets of a server, keep it.
 */
final class WaitingPreconnection {

  private WaitingPreconnection() {}

  /** Whether one waits, the only one, and has read its ticket. */
  static boolean isOne(ResumingSslSocketFactory factory) {
    return isAny(factory) && factory.readyPreconnections() == 1;
  }

  /**
   * Whether there are any, and all have read their tickets. Asked twice: one is not ready while it
   * reads a ticket.
   */
  static boolean isAny(ResumingSslSocketFactory factory) {
    return factory.readyPreconnections() > 0
        && isSettled(factory)
        && factory.readyPreconnections() > 0;
  }

  private static boolean isSettled(ResumingSslSocketFactory factory) {
    LaneStore lanes = factory.state().lanes;
    return ProviderTraits.JSSE.queuesTickets()
        ? lanes.ready() == lanes.counts(LaneCounts::new).live()
        : lanes.counts(LaneCounts::new).leased() == 0;
  }
}
