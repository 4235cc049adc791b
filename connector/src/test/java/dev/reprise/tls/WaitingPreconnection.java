package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.IdlePeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.internal.lane.LaneStore;
import dev.reprise.tls.internal.provider.ProviderTraits;
import java.io.IOException;

/**
 * With its ticket the lane of one can be had by others; with JSSE before JDK 24 its lease is given
 * back then, while later ones, which may have several tickets of a server, keep it.
 */
final class WaitingPreconnection {

  private WaitingPreconnection() {}

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

  /** Calls until there are any, all of which have read their tickets. */
  static void callFor(ResumingSslSocketFactory factory, int port) throws IOException {
    for (int i = 0; i < 3 || factory.readyPreconnections() == 0; i++) {
      assertThat(Exchange.once(factory, port)).isEqualTo(TlsPeer.BODY);
    }
    Eventually.holds(() -> isAny(factory));
  }

  /** Calls until there is one, the only one, for which the server waits. */
  static void callForOne(ResumingSslSocketFactory factory, IdlePeer peer) throws IOException {
    callFor(factory, peer.port());
    Eventually.holds(() -> peer.idle() == 1 && isOne(factory));
  }

  private static boolean isSettled(ResumingSslSocketFactory factory) {
    LaneStore lanes = factory.state().lanes;
    return ProviderTraits.JSSE.queuesTickets()
        ? lanes.ready() == lanes.counts(LaneCounts::new).live()
        : lanes.counts(LaneCounts::new).leased() == 0;
  }
}
