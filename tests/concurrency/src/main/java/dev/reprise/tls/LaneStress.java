package dev.reprise.tls;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.reprise.tls.internal.lane.Claim;
import dev.reprise.tls.internal.lane.Lane;
import dev.reprise.tls.internal.lane.LaneStore;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Races for the lanes of one peer. Whatever is not named as acceptable is a failure. */
public class LaneStress {

  private LaneStress() {}

  /** The lane of a claim that has one of its own, or null for the one shared past the limit. */
  private static Lane own(Claim claim) {
    return claim.kind == Claim.Kind.OWN ? claim.lane : null;
  }

  /** Results: whether both got the same lane, lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "0, 2, 0", expect = ACCEPTABLE, desc = "One took the free lane, one made another")
  @State
  public static class OneFreeLaneIsTakenByOne {
    private final LaneStore lanes = Lanes.of(8);
    private Lane first;
    private Lane second;

    public OneFreeLaneIsTakenByOne() {
      Lanes.claim(lanes).giveBack();
    }

    @Actor
    public void take1() {
      first = Lanes.claim(lanes).lane;
    }

    @Actor
    public void take2() {
      second = Lanes.claim(lanes).lane;
    }

    @Arbiter
    public void count(III_Result r) {
      r.r1 = first == second ? 1 : 0;
      r.r2 = Lanes.counts(lanes).live();
      r.r3 = Lanes.counts(lanes).free();
    }
  }

  /** Results: lanes handed out, lanes alive. */
  @JCStressTest
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Two of four got a lane")
  @State
  public static class TheLimitHolds {
    private final LaneStore lanes = Lanes.of(2);
    // Kept, since a lane that nobody holds any more gives its place to another one.
    private final Lane[] taken = new Lane[4];

    @Actor
    public void take1() {
      taken[0] = own(Lanes.claim(lanes));
      taken[1] = own(Lanes.claim(lanes));
    }

    @Actor
    public void take2() {
      taken[2] = own(Lanes.claim(lanes));
      taken[3] = own(Lanes.claim(lanes));
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = 4 - Collections.frequency(Arrays.asList(taken), null);
      r.r2 = Lanes.counts(lanes).live();
    }
  }

  /** Results: whether the taker got the lane given back, lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "Given back in time to be taken")
  @Outcome(id = "0, 2, 1", expect = ACCEPTABLE, desc = "Too late, so another was made")
  @State
  public static class NoLaneIsLost {
    private final LaneStore lanes = Lanes.of(8);
    private final Claim claimed = Lanes.claim(lanes);
    private Lane taken;

    @Actor
    public void giveBack() {
      claimed.giveBack();
    }

    @Actor
    public void take() {
      taken = Lanes.claim(lanes).lane;
    }

    @Arbiter
    public void count(III_Result r) {
      r.r1 = taken == claimed.lane ? 1 : 0;
      r.r2 = Lanes.counts(lanes).live();
      r.r3 = Lanes.counts(lanes).free();
    }
  }

  /** Results: whether the taker got the idle lane, lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 2, 1", expect = ACCEPTABLE, desc = "Taken before it was dropped")
  @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "Dropped, and the other's lane taken")
  @State
  public static class AnIdleLaneIsTakenOrDropped {
    private final AtomicLong now = new AtomicLong();
    private final LaneStore lanes = Lanes.of(8, now::get);
    private final Claim idle = Lanes.claim(lanes);
    private final Claim other = Lanes.claim(lanes);
    private Lane taken;

    public AnIdleLaneIsTakenOrDropped() {
      idle.giveBack();
      // So that the sweep for idle lanes has just been.
      now.set(Lanes.IDLE_NANOS * 6 / 10);
      lanes.claim(Lanes.OTHER_PEER, null, 443).discard();
      now.set(Lanes.IDLE_NANOS + 1);
    }

    @Actor
    public void drop() {
      other.giveBack();
    }

    @Actor
    public void take() {
      taken = Lanes.claim(lanes).lane;
    }

    @Arbiter
    public void count(III_Result r) {
      r.r1 = taken == idle.lane ? 1 : 0;
      r.r2 = Lanes.counts(lanes).live();
      r.r3 = Lanes.counts(lanes).free();
    }
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Nothing is left")
  @State
  public static class ADroppedPeerKeepsNoLaneThatComesBack {
    private final LaneStore lanes = Lanes.of(8);
    private final Claim claimed = Lanes.claim(lanes);

    public ADroppedPeerKeepsNoLaneThatComesBack() {
      Lanes.claim(lanes).giveBack();
    }

    @Actor
    public void drop() {
      lanes.dropAll();
    }

    @Actor
    public void giveBack() {
      claimed.giveBack();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Lanes.counts(lanes).live();
      r.r2 = Lanes.counts(lanes).free();
    }
  }
}
