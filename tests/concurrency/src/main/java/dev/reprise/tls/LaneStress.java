package dev.reprise.tls;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.Arrays;
import java.util.Collections;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Races for the lanes of one peer. Whatever is not named as acceptable is a failure. */
public class LaneStress {

  private static final long NOW = 7;

  private LaneStress() {}

  /** Results: whether both got the same lane, lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "0, 2, 0", expect = ACCEPTABLE, desc = "One took the free lane, one made another")
  @State
  public static class OneFreeLaneIsTakenByOne {
    private final PeerLanes lanes = Lanes.ofPeer(8);
    private TicketLane first;
    private TicketLane second;

    public OneFreeLaneIsTakenByOne() {
      lanes.giveBack(lanes.take(NOW), NOW, Lanes.IDLE_NANOS);
    }

    @Actor
    public void take1() {
      first = lanes.take(NOW);
    }

    @Actor
    public void take2() {
      second = lanes.take(NOW);
    }

    @Arbiter
    public void count(III_Result r) {
      r.r1 = first == second ? 1 : 0;
      r.r2 = lanes.liveLanes();
      r.r3 = lanes.freeLanes();
    }
  }

  /** Results: lanes handed out, lanes alive. */
  @JCStressTest
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Two of four got a lane")
  @State
  public static class TheLimitHolds {
    private final PeerLanes lanes = Lanes.ofPeer(2);
    // Kept, since a lane that nobody holds any more gives its place to another one.
    private final TicketLane[] taken = new TicketLane[4];

    @Actor
    public void take1() {
      taken[0] = lanes.take(NOW);
      taken[1] = lanes.take(NOW);
    }

    @Actor
    public void take2() {
      taken[2] = lanes.take(NOW);
      taken[3] = lanes.take(NOW);
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = 4 - Collections.frequency(Arrays.asList(taken), null);
      r.r2 = lanes.liveLanes();
    }
  }

  /** Results: whether the taker got the lane given back, lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "Given back in time to be taken")
  @Outcome(id = "0, 2, 1", expect = ACCEPTABLE, desc = "Too late, so another was made")
  @State
  public static class NoLaneIsLost {
    private final PeerLanes lanes = Lanes.ofPeer(8);
    private final TicketLane leased = lanes.take(NOW);
    private TicketLane taken;

    @Actor
    public void giveBack() {
      lanes.giveBack(leased, NOW, Lanes.IDLE_NANOS);
    }

    @Actor
    public void take() {
      taken = lanes.take(NOW);
    }

    @Arbiter
    public void count(III_Result r) {
      r.r1 = taken == leased ? 1 : 0;
      r.r2 = lanes.liveLanes();
      r.r3 = lanes.freeLanes();
    }
  }

  /** Result: what the taker sees of the time at which the lane came back; -1 for another lane. */
  @JCStressTest
  @Outcome(id = "7", expect = ACCEPTABLE, desc = "Taken with the time at which it was given back")
  @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Another lane")
  @State
  public static class AFreeLaneIsPublishedWhole {
    private final PeerLanes lanes = Lanes.ofPeer(8);
    private final TicketLane leased = lanes.take(0);

    @Actor
    public void giveBack() {
      lanes.giveBack(leased, NOW, Lanes.IDLE_NANOS);
    }

    @Actor
    public void take(I_Result r) {
      TicketLane taken = lanes.take(NOW);
      r.r1 = taken == leased ? (int) taken.freedAt : -1;
    }
  }

  /** Results: whether the taker got the idle lane, lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "Taken before it was dropped")
  @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "Dropped, and another made")
  @State
  public static class AnIdleLaneIsTakenOrDropped {
    private final PeerLanes lanes = Lanes.ofPeer(8);
    private final TicketLane idle = lanes.take(0);
    private TicketLane taken;

    public AnIdleLaneIsTakenOrDropped() {
      lanes.giveBack(idle, 0, Lanes.IDLE_NANOS);
    }

    @Actor
    public void drop() {
      lanes.dropIdle(2 * Lanes.IDLE_NANOS, Lanes.IDLE_NANOS);
    }

    @Actor
    public void take() {
      taken = lanes.take(2 * Lanes.IDLE_NANOS);
    }

    @Arbiter
    public void count(III_Result r) {
      r.r1 = taken == idle ? 1 : 0;
      r.r2 = lanes.liveLanes();
      r.r3 = lanes.freeLanes();
    }
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Nothing is left")
  @State
  public static class IdleLanesAreDroppedOnce {
    private final PeerLanes lanes = Lanes.ofPeer(8);

    public IdleLanesAreDroppedOnce() {
      TicketLane one = lanes.take(0);
      TicketLane two = lanes.take(0);
      lanes.giveBack(one, 0, Lanes.IDLE_NANOS);
      lanes.giveBack(two, 0, Lanes.IDLE_NANOS);
    }

    @Actor
    public void drop1() {
      lanes.dropIdle(2 * Lanes.IDLE_NANOS, Lanes.IDLE_NANOS);
    }

    @Actor
    public void drop2() {
      lanes.dropIdle(2 * Lanes.IDLE_NANOS, Lanes.IDLE_NANOS);
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = lanes.liveLanes();
      r.r2 = lanes.freeLanes();
    }
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Nothing is left")
  @State
  public static class ADroppedPeerKeepsNoLaneThatComesBack {
    private final PeerLanes lanes = Lanes.ofPeer(8);
    private final TicketLane leased = lanes.take(NOW);

    public ADroppedPeerKeepsNoLaneThatComesBack() {
      lanes.giveBack(lanes.take(NOW), NOW, Lanes.IDLE_NANOS);
    }

    @Actor
    public void drop() {
      lanes.dropAll();
    }

    @Actor
    public void giveBack() {
      lanes.giveBack(leased, NOW, Lanes.IDLE_NANOS);
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = lanes.liveLanes();
      r.r2 = lanes.freeLanes();
    }
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Nothing is left")
  @State
  public static class ADroppedPeerKeepsNoLaneMadeMeanwhile {
    private final PeerLanes lanes = Lanes.ofPeer(8);

    @Actor
    public void drop() {
      lanes.dropAll();
    }

    @Actor
    public void takeAndGiveBack() {
      lanes.giveBack(lanes.take(NOW), NOW, Lanes.IDLE_NANOS);
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = lanes.liveLanes();
      r.r2 = lanes.freeLanes();
    }
  }
}
