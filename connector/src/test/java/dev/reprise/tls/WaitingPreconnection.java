package dev.reprise.tls;

import dev.reprise.tls.internal.lane.LaneStore;
import dev.reprise.tls.internal.provider.ProviderTraits;

/**
 * One that reads its ticket is passed over. With the ticket its lane can be had by others; with
 * JSSE before JDK 24 its lease is given back then, while later ones, which may have several tickets
 * of a server, keep it.
 */
final class WaitingPreconnection {

  private WaitingPreconnection() {}

  /** Whether one waits, the only one, and has read its ticket. */
  static boolean isOne(ResumingSslSocketFactory factory) {
    return isAny(factory) && factory.readyPreconnections() == 1;
  }

  /**
   * Whether there are any, and all have read their tickets, so that the next call has one. Asked
   * twice: one that is ready may be passed over a moment later, when its ticket has come.
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
