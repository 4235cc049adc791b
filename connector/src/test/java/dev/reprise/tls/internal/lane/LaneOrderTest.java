package dev.reprise.tls.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which lane is taken where servers without shared ticket keys answer in turn. */
class LaneOrderTest {

  private final LaneOrder order = new LaneOrder(0);
  private long now;

  private void offered(boolean resumed, int times) {
    for (int i = 0; i < times; i++) {
      now++;
      order.offered(resumed, now, now);
    }
  }

  /** Calls at the same time overtake each other, so that a member answers out of turn. */
  @Test
  void aDistanceThatMostlyResumesIsKept() {
    offered(false, 4);
    for (int i = 0; i < 20; i++) {
      offered(true, 6);
      offered(false, i % 2 == 0 ? 1 : 4);
    }
    assertThat(order.distance()).isEqualTo(2);
  }
}
