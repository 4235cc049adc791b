package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Behind the address are servers that answer in turn, so that the newest lane is not the best. */
class AddressLanesTest {

  private static final long START = 5;
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final TlsSettings settings =
      TlsSettings.builder()
          .trustManagers(new Certificates().trustManagers())
          .sessionTimeout(Duration.ofMinutes(10))
          .build();
  private final LongAdder made = new LongAdder();
  private final PeerLanes peer = new PeerLanes(settings, START, made, new LongAdder());
  private final AddressLanes lanes = new AddressLanes(START);

  @BeforeEach
  void refuseTheNewest() {
    for (int i = 1; lanes.order().distance() < 2; i++) {
      lanes.order().offered(false, START + i, START + i);
    }
  }

  private TicketLane lane(long fullAt) {
    TicketLane lane = new TicketLane(settings.contexts(), settings.sessionTimeoutSeconds(), START);
    lane.succeed(fullAt);
    lane.place = new WeakReference<>(lane);
    return lane;
  }

  @Test
  void aLanePastItsTimeIsNotTakenFromBelowTheNewest() {
    TicketLane old = lane(START);
    TicketLane young = lane(START + 5 * MINUTE);
    lanes.push(old);
    lanes.push(young);
    assertThat(lanes.take(peer, START + 11 * MINUTE)).isSameAs(young);
    assertThat(old.dropped).isTrue();
  }

  @Test
  void aSharedLanePastItsTimeIsNotTakenInItsTurn() {
    TicketLane young = lane(START + 5 * MINUTE);
    TicketLane old = lane(START);
    assertThat(lanes.addReusable(young)).isTrue();
    assertThat(lanes.addReusable(old)).isTrue();
    for (int i = 0; i < 4; i++) {
      assertThat(lanes.reusable(peer, START + 11 * MINUTE)).isSameAs(young);
    }
    assertThat(old.dropped).isTrue();
  }

  /** Its socket may have been dropped without a close. */
  @Test
  void aSharedLaneThatDoesNotComeIsMadeByAnother() {
    lanes.addReusable(lane(START));
    assertThat(lanes.wantsReusable(START)).isTrue();
    assertThat(lanes.wantsReusable(START)).isFalse();
    assertThat(lanes.wantsReusable(START + 2 * MINUTE)).isTrue();
    assertThat(lanes.wantsReusable(START + 2 * MINUTE)).isFalse();
  }
}
