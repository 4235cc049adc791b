package dev.reprise.tls.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.internal.provider.ContextSource;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Behind the address are servers that answer in turn, so that the newest lane is not the best. */
class PeerLanesTest {

  private static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();
  private static final long START = 5;
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final TlsSettings settings =
      TlsSettings.builder().sessionTimeout(Duration.ofMinutes(10)).build();
  private final PeerLanes lanes =
      new PeerLanes(
          new LaneStore(
              settings,
              ContextSource.ofManagers(null, null, new Certificates().trustManagers()),
              () -> START,
              new LongAdder(),
              (store, peer) -> null));

  @BeforeEach
  void refuseTheNewest() {
    for (int i = 1; lanes.order.distance() < 2; i++) {
      lanes.order.offered(false, START + i, START + i);
    }
  }

  private Lane lane(long fullAt) {
    Lane lane = lanes.make(fullAt);
    lane.cache.served = true;
    lanes.add(lane);
    return lane;
  }

  private Lane taken() {
    return lanes.claim(ADDRESS, START + 11 * MINUTE).lane;
  }

  @Test
  void aLanePastItsTimeIsNotTakenFromBelowTheNewest() {
    Lane old = lane(START);
    Lane young = lane(START + 5 * MINUTE);
    lanes.push(ADDRESS, old);
    lanes.push(ADDRESS, young);
    assertThat(taken()).isSameAs(young);
    assertThat(lanes.live).containsExactly(young);
  }

  @Test
  void aSharedLanePastItsTimeIsNotTakenInItsTurn() {
    Lane young = lane(START + 5 * MINUTE);
    Lane old = lane(START);
    // Otherwise another one would be made in its place.
    lanes.kind.seen(true);
    lanes.kind.seen(false);
    lanes.share(ADDRESS, young, START);
    lanes.share(ADDRESS, old, START);
    for (int i = 0; i < 4; i++) {
      assertThat(taken()).isSameAs(young);
    }
    assertThat(lanes.live).containsExactly(young);
  }
}
