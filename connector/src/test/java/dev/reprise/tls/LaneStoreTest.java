package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.tls.internal.lane.Lane;
import dev.reprise.tls.internal.lane.LaneLease;
import dev.reprise.tls.internal.lane.LaneStore;
import dev.reprise.tls.internal.lane.PeerLanes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class LaneStoreTest {

  private static final Peer A = Peer.of("a", 443);
  private static final Peer B = Peer.of("b", 443);
  private static final Peer C = Peer.of("c", 443);

  private final AtomicLong now = new AtomicLong();
  private final TlsSettings.Builder settings =
      TlsSettings.builder().trustManagers(new Certificates().trustManagers());

  private LaneStore lanes() {
    TlsSettings built = settings.build();
    return new LaneStore(
        built,
        built.provider().contexts,
        now::get,
        new LongAdder(),
        (store, peer) -> new PeerLanes(store));
  }

  @Test
  void theLaneFreedLastIsTakenFirst() {
    LaneStore lanes = lanes();
    LaneLease one = lanes.lease(A, null, 443);
    LaneLease two = lanes.lease(A, null, 443);
    two.giveBack();
    one.giveBack();
    assertThat(lanes.lease(A, null, 443).lane()).isSameAs(one.lane());
    assertThat(lanes.lease(A, null, 443).lane()).isSameAs(two.lane());
  }

  @Test
  void aLaneGivenBackTwiceIsFreeOnce() {
    LaneStore lanes = lanes();
    LaneLease lease = lanes.lease(A, null, 443);
    lease.giveBack();
    lease.giveBack();
    lease.discard();
    assertThat(lanes.counts(LaneCounts::new).free()).isEqualTo(1);
    assertThat(lanes.lease(A, null, 443).lane()).isNotSameAs(lanes.lease(A, null, 443).lane());
  }

  @Test
  void idleLanesAreDroppedAndTheirPlacesFreed() {
    settings.laneIdleTimeout(Duration.ofMinutes(10)).maxLanesPerPeer(2);
    LaneStore lanes = lanes();
    LaneLease one = lanes.lease(A, null, 443);
    LaneLease two = lanes.lease(A, null, 443);
    one.giveBack();
    now.addAndGet(Duration.ofMinutes(11).toNanos());
    two.giveBack();
    assertThat(lanes.counts(LaneCounts::new).live()).isEqualTo(1);
    assertThat(lanes.lease(A, null, 443).lane()).isSameAs(two.lane());
    assertThat(lanes.lease(A, null, 443).lane()).isNotSameAs(one.lane());
    assertThat(lanes.counts(LaneCounts::new).live()).isEqualTo(2);
  }

  @Test
  void lanesOfAPeerNoLongerCalledAreDroppedInPassing() {
    settings.laneIdleTimeout(Duration.ofMinutes(10));
    LaneStore lanes = lanes();
    lanes.lease(A, null, 443).giveBack();
    now.addAndGet(Duration.ofMinutes(11).toNanos());
    lanes.lease(B, null, 443).giveBack();
    assertThat(lanes.counts(LaneCounts::new).live()).isEqualTo(1);
  }

  @Test
  void thePeerUsedLeastRecentlyIsDroppedPastTheBound() {
    settings.maxPeers(2);
    LaneStore lanes = lanes();
    LaneLease a = lanes.lease(A, null, 443);
    now.incrementAndGet();
    LaneLease b = lanes.lease(B, null, 443);
    b.giveBack();
    now.incrementAndGet();
    lanes.lease(C, null, 443).giveBack();
    assertThat(lanes.counts(LaneCounts::new).peers()).isEqualTo(2);
    a.giveBack();
    assertThat(lanes.lease(B, null, 443).lane()).isSameAs(b.lane());
    now.incrementAndGet();
    assertThat(lanes.lease(A, null, 443).lane()).isNotSameAs(a.lane());
  }

  @Test
  void aLaneWhoseSocketWasDroppedGivesItsPlaceBack() {
    settings.maxLanesPerPeer(1);
    LaneStore lanes = lanes();
    dropALease(lanes);
    Lane own = null;
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (own == null && System.nanoTime() < deadline) {
      System.gc();
      LaneLease lease = lanes.lease(A, null, 443);
      lease.giveBack();
      own = lanes.counts(LaneCounts::new).free() == 1 ? lease.lane() : null;
    }
    assertThat(own).isNotNull();
  }

  private static void dropALease(LaneStore lanes) {
    assertThat(lanes.lease(A, null, 443).lane()).isNotNull();
  }
}
