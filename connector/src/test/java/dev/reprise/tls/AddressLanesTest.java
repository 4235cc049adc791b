package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
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
  private final PeerLanes peer = new PeerLanes(settings, () -> START, new LongAdder());
  private final AddressLanes lanes = new AddressLanes(START);

  @BeforeEach
  void refuseTheNewest() {
    for (int i = 1; lanes.order.distance() < 2; i++) {
      lanes.order.offered(false, START + i, START + i);
    }
  }

  private TicketLane lane(long fullAt) {
    TicketLane lane = new TicketLane(settings.contexts(), settings.sessionTimeoutSeconds(), START);
    lane.succeed(fullAt);
    return lane;
  }

  @Test
  void aLanePastItsTimeIsNotTakenFromBelowTheNewest() {
    TicketLane old = lane(START);
    TicketLane young = lane(START + 5 * MINUTE);
    lanes.push(old);
    lanes.push(young);
    assertThat(taken()).isSameAs(young);
    assertThat(old.home).isNull();
  }

  private TicketLane taken() {
    return peer.from(lanes, lanes, false, START + 11 * MINUTE).lane();
  }

  @Test
  void aSharedLanePastItsTimeIsNotTakenInItsTurn() {
    TicketLane young = lane(START + 5 * MINUTE);
    TicketLane old = lane(START);
    assertThat(lanes.share(young)).isTrue();
    assertThat(lanes.share(old)).isTrue();
    for (int i = 0; i < 4; i++) {
      assertThat(taken()).isSameAs(young);
    }
    assertThat(old.home).isNull();
  }

  /** Its socket may have been dropped without a close. */
  @Test
  void aSharedLaneThatDoesNotComeIsMadeByAnother() {
    lanes.share(lane(START));
    lanes.kind.seen(true);
    assertThat(lanes.wantsShared(START)).isTrue();
    assertThat(lanes.wantsShared(START)).isFalse();
    assertThat(lanes.wantsShared(START + 2 * MINUTE)).isTrue();
    assertThat(lanes.wantsShared(START + 2 * MINUTE)).isFalse();
  }
}
