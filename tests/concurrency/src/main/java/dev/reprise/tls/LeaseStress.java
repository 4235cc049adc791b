package dev.reprise.tls;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Races for the end of a lease, and for the places of peers. */
public class LeaseStress {

  private static final TlsSettings SETTINGS = Lanes.settings().build();
  private static final TlsSettings ONE_PEER = Lanes.settings().maxPeers(1).build();

  private LeaseStress() {}

  private static TicketLanes lanes(TlsSettings settings) {
    return new TicketLanes(settings, () -> 0);
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Given back")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Discarded")
  @State
  public static class ALeaseEndsOnce {
    private final TicketLanes lanes = lanes(SETTINGS);
    private final LaneLease lease = lanes.lease(Lanes.PEER);

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
      r.r1 = lanes.counts().live();
      r.r2 = lanes.counts().free();
    }
  }

  /** Results: whether both got the same lane, lanes leased. */
  @JCStressTest
  @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "A lane each")
  @State
  public static class ALaneGivenBackTwiceIsLeasedOnce {
    private final TicketLanes lanes = lanes(SETTINGS);
    private final LaneLease ended = lanes.lease(Lanes.PEER);
    private LaneLease first;
    private LaneLease second;

    @Actor
    public void endAndLease() {
      ended.giveBack();
      first = lanes.lease(Lanes.PEER);
    }

    @Actor
    public void endAgainAndLease() {
      ended.giveBack();
      second = lanes.lease(Lanes.PEER);
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = first.lane() == second.lane() ? 1 : 0;
      r.r2 = lanes.counts().leased();
    }
  }

  /** Results: peers beyond the bound, leased lanes of the peers that are left. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The bound holds and nothing is leased")
  @State
  public static class TheBoundOfPeersHolds {
    private final TicketLanes lanes = lanes(ONE_PEER);

    @Actor
    public void callOne() {
      lanes.lease(Lanes.PEER).giveBack();
    }

    @Actor
    public void callAnother() {
      lanes.lease(Lanes.OTHER_PEER).giveBack();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Math.max(0, lanes.counts().peers() - 1);
      r.r2 = lanes.counts().leased();
    }
  }
}
