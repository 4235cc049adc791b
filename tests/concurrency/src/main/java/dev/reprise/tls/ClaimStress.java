package dev.reprise.tls;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.reprise.tls.internal.lane.Claim;
import dev.reprise.tls.internal.lane.LaneStore;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Races for the end of a claim, and for the places of peers. */
public class ClaimStress {

  private static final TlsSettings ONE_PEER = Lanes.settings().maxPeers(1).build();

  private ClaimStress() {}

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Given back")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Discarded")
  @State
  public static class AClaimEndsOnce {
    private final LaneStore lanes = Lanes.of(8);
    private final Claim claim = Lanes.claim(lanes);

    @Actor
    public void giveBack() {
      claim.giveBack();
    }

    @Actor
    public void discard() {
      claim.discard();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Lanes.counts(lanes).live();
      r.r2 = Lanes.counts(lanes).free();
    }
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Given back, or shared")
  @State
  public static class AHandshakeRacesAClose {
    private final LaneStore lanes = Lanes.of(8);
    private final Claim claim = Lanes.claim(lanes);

    @Actor
    public void handshaked() {
      claim.handshaked("TLSv1.2", false);
    }

    @Actor
    public void close() {
      claim.giveBack();
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
    private final Claim claim = Lanes.claim(lanes);

    @Actor
    public void offer() {
      claim.awaitsPeer();
      claim.handshaked("TLSv1.3", false);
    }

    @Actor
    public void close() {
      claim.giveBack();
    }

    @Arbiter
    public void count(II_Result r) {
      claim.giveBack();
      r.r1 = claim.lane.offering;
      r.r2 = claim.lane.free;
    }
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "One of two is shared, the other dropped")
  @State
  public static class OneSessionIsSharedOfTwo {
    private final LaneStore lanes = Lanes.of(8);
    private final Claim first = Lanes.claim(lanes);
    private final Claim second = Lanes.claim(lanes);

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
    private final Claim tickets;
    private final Claim failed;

    public ASharedLaneIsTakenForTicketsOrDiscarded() {
      Lanes.claim(lanes).handshaked("TLSv1.2", false);
      tickets = Lanes.claim(lanes);
      failed = Lanes.claim(lanes);
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

  /** Results: peers beyond the bound, claimed lanes of the peers that are left. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The bound holds and nothing is claimed")
  @State
  public static class TheBoundOfPeersHolds {
    private final LaneStore lanes = Lanes.of(ONE_PEER, () -> 0);

    @Actor
    public void callOne() {
      Lanes.claim(lanes).giveBack();
    }

    @Actor
    public void callAnother() {
      lanes.claim(Lanes.OTHER_PEER, null, 443).giveBack();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Math.max(0, Lanes.counts(lanes).peers() - 1);
      r.r2 = Lanes.counts(lanes).leased();
    }
  }
}
