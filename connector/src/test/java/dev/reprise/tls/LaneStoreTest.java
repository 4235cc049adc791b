package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Eventually;
import dev.reprise.tls.internal.lane.Claim;
import dev.reprise.tls.internal.lane.LaneStore;
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
    return new LaneStore(built, built.provider().contexts, now::get, new LongAdder(), null);
  }

  @Test
  void idleLanesAreDroppedAndTheirPlacesFreed() {
    settings.laneIdleTimeout(Duration.ofMinutes(10)).maxLanesPerPeer(2);
    LaneStore lanes = lanes();
    Claim one = lanes.claim(A, null, 443);
    Claim two = lanes.claim(A, null, 443);
    one.giveBack();
    now.addAndGet(Duration.ofMinutes(11).toNanos());
    assertThat(lanes.claim(A, null, 443).lane).isNotSameAs(one.lane);
    two.giveBack();
    assertThat(lanes.counts(LaneCounts::new).live()).isEqualTo(2);
    assertThat(lanes.claim(A, null, 443).lane).isSameAs(two.lane);
  }

  @Test
  void lanesOfAPeerNoLongerCalledAreDroppedInPassing() {
    settings.laneIdleTimeout(Duration.ofMinutes(10));
    LaneStore lanes = lanes();
    lanes.claim(A, null, 443).giveBack();
    now.addAndGet(Duration.ofMinutes(11).toNanos());
    lanes.claim(B, null, 443).giveBack();
    assertThat(lanes.counts(LaneCounts::new).live()).isEqualTo(1);
  }

  @Test
  void thePeerUsedLeastRecentlyIsDroppedPastTheBound() {
    settings.maxPeers(2);
    LaneStore lanes = lanes();
    Claim a = lanes.claim(A, null, 443);
    now.incrementAndGet();
    Claim b = lanes.claim(B, null, 443);
    b.giveBack();
    now.incrementAndGet();
    lanes.claim(C, null, 443).giveBack();
    assertThat(lanes.counts(LaneCounts::new).peers()).isEqualTo(2);
    a.giveBack();
    assertThat(lanes.claim(B, null, 443).lane).isSameAs(b.lane);
    now.incrementAndGet();
    assertThat(lanes.claim(A, null, 443).lane).isNotSameAs(a.lane);
  }

  @Test
  void aLaneWhoseSocketWasDroppedGivesItsPlaceBack() {
    settings.maxLanesPerPeer(1);
    LaneStore lanes = lanes();
    dropAClaim(lanes);
    Eventually.holds(
        () -> {
          System.gc();
          lanes.claim(A, null, 443).giveBack();
          return lanes.counts(LaneCounts::new).free() == 1;
        });
  }

  private static void dropAClaim(LaneStore lanes) {
    assertThat(lanes.claim(A, null, 443).lane).isNotNull();
  }
}
