package dev.reprise.tls;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.reprise.tls.internal.lane.LaneLease;
import dev.reprise.tls.internal.lane.LaneStore;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Races for the end of a lease, and for the places of peers. */
public class LeaseStress {

  private static final TlsSettings ONE_PEER = Lanes.settings().maxPeers(1).build();

  private LeaseStress() {}

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Given back")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Discarded")
  @State
  public static class ALeaseEndsOnce {
    private final LaneStore lanes = Lanes.of(8);
    private final LaneLease lease = Lanes.lease(lanes);

    @Actor
    public void giveBack() {
      lease.giveBack();
    }

    @Actor
    public void discard() {
      lease.discard();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Lanes.counts(lanes).live();
      r.r2 = Lanes.counts(lanes).free();
    }
  }

  /** Results: whether both got the same lane, lanes leased. */
  @JCStressTest
  @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "A lane each")
  @State
  public static class ALaneGivenBackTwiceIsLeasedOnce {
    private final LaneStore lanes = Lanes.of(8);
    private final LaneLease ended = Lanes.lease(lanes);
    private LaneLease first;
    private LaneLease second;

    @Actor
    public void endAndLease() {
      ended.giveBack();
      first = Lanes.lease(lanes);
    }

    @Actor
    public void endAgainAndLease() {
      ended.giveBack();
      second = Lanes.lease(lanes);
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = first.lane() == second.lane() ? 1 : 0;
      r.r2 = Lanes.counts(lanes).leased();
    }
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Given back, or shared")
  @State
  public static class AHandshakeRacesAClose {
    private final LaneStore lanes = Lanes.of(8);
    private final LaneLease lease = Lanes.lease(lanes);

    @Actor
    public void handshaked() {
      lease.handshaked("TLSv1.2", false);
    }

    @Actor
    public void close() {
      lease.giveBack();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Lanes.counts(lanes).live();
      r.r2 = Lanes.counts(lanes).free();
    }
  }

  /** Results: handshakes that have a ticket of the lane to offer, how often the lane is free. */
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Its ticket was counted as offered once")
  @State
  public static class AnOfferRacesAClose {
    private final LaneStore lanes = Lanes.of(8);
    private final LaneLease lease = Lanes.lease(lanes);

    @Actor
    public void offer() {
      lease.awaitsPeer();
      lease.handshaked("TLSv1.3", false);
    }

    @Actor
    public void close() {
      lease.giveBack();
    }

    @Arbiter
    public void count(II_Result r) {
      lease.giveBack();
      r.r1 = lease.lane().offering;
      r.r2 = lease.lane().free;
    }
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "One of two is shared, the other dropped")
  @State
  public static class OneSessionIsSharedOfTwo {
    private final LaneStore lanes = Lanes.of(8);
    private final LaneLease first = Lanes.lease(lanes);
    private final LaneLease second = Lanes.lease(lanes);

    @Actor
    public void first() {
      first.handshaked("TLSv1.2", false);
    }

    @Actor
    public void second() {
      second.handshaked("TLSv1.2", false);
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Lanes.counts(lanes).live();
      r.r2 = Lanes.counts(lanes).free();
    }
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The lane of tickets is free once")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Discarded by the connection that failed")
  @State
  public static class ASharedLaneIsTakenForTicketsOrDiscarded {
    private final LaneStore lanes = Lanes.of(8);
    private final LaneLease tickets;
    private final LaneLease failed;

    public ASharedLaneIsTakenForTicketsOrDiscarded() {
      Lanes.lease(lanes).handshaked("TLSv1.2", false);
      tickets = Lanes.lease(lanes);
      failed = Lanes.lease(lanes);
    }

    @Actor
    public void handshaked() {
      tickets.handshaked("TLSv1.3", false);
      tickets.giveBack();
    }

    @Actor
    public void discard() {
      failed.discard();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Lanes.counts(lanes).live();
      r.r2 = Lanes.counts(lanes).free();
    }
  }

  /** Results: peers beyond the bound, leased lanes of the peers that are left. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The bound holds and nothing is leased")
  @State
  public static class TheBoundOfPeersHolds {
    private final LaneStore lanes = Lanes.of(ONE_PEER, () -> 0);

    @Actor
    public void callOne() {
      Lanes.lease(lanes).giveBack();
    }

    @Actor
    public void callAnother() {
      lanes.lease(Lanes.OTHER_PEER, null, 443).giveBack();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Math.max(0, Lanes.counts(lanes).peers() - 1);
      r.r2 = Lanes.counts(lanes).leased();
    }
  }
}
