package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.http.HttpHost;
import org.apache.http.conn.routing.HttpRoute;
import org.junit.jupiter.api.Test;

/** The order in which leases are let in, and what that costs when many wait. */
class PoolGateTest {

  private final List<Lease> admitted = new ArrayList<>();
  private final PoolGate gate = new PoolGate(admitted::add);

  private static HttpRoute route(int number) {
    return new HttpRoute(new HttpHost("bank-" + number + ".example", 443, "https"));
  }

  private Lease enter(HttpRoute route) {
    Lease lease = new Lease(route, null, null);
    gate.enter(lease);
    return lease;
  }

  private void limits(int perRoute, int total) {
    gate.setDefaultMaxPerRoute(perRoute);
    gate.setMaxTotal(total);
  }

  @Test
  void thoseWithRoomAreLetInInTheirTurnAcrossRoutes() {
    limits(2, 2);
    Lease a1 = enter(route(1));
    Lease b1 = enter(route(2));
    Lease a2 = enter(route(1));
    Lease b2 = enter(route(2));
    Lease a3 = enter(route(1));
    gate.leave(b1);
    gate.leave(a1);
    gate.leave(a2);
    assertThat(admitted).containsExactly(a1, b1, a2, b2, a3);
    assertThat(gate.firstWaiting()).isNull();
  }

  @Test
  void aFullRouteIsPassedOverAndKeepsItsTurn() {
    limits(1, 2);
    Lease a1 = enter(route(1));
    Lease b1 = enter(route(2));
    Lease a2 = enter(route(1));
    Lease c1 = enter(route(3));
    gate.leave(b1);
    assertThat(admitted).containsExactly(a1, b1, c1);
    Lease d1 = enter(route(4));
    gate.leave(a1);
    assertThat(admitted).containsExactly(a1, b1, c1, a2);
    gate.withdraw(d1);
    assertThat(gate.waiting(null)).isZero();
  }

  @Test
  void theNextOfARouteTakesTheTurnOfItsOwn() {
    limits(1, 1);
    Lease a1 = enter(route(1));
    Lease b1 = enter(route(2));
    Lease c1 = enter(route(3));
    Lease b2 = enter(route(2));
    gate.withdraw(b1);
    gate.leave(a1);
    gate.leave(c1);
    assertThat(admitted).containsExactly(a1, c1, b2);
  }

  @Test
  void limitsMayChangeWhileLeasesWait() {
    limits(1, 1);
    Lease a1 = enter(route(1));
    Lease a2 = enter(route(1));
    Lease b1 = enter(route(2));
    gate.setMaxTotal(2);
    assertThat(admitted).containsExactly(a1, b1);
    gate.setMaxTotal(3);
    assertThat(gate.waiting(route(1))).isEqualTo(1);
    gate.setMaxPerRoute(route(1), 2);
    assertThat(admitted).containsExactly(a1, b1, a2);
    gate.setMaxPerRoute(route(1), 1);
    gate.leave(a1);
    Lease a3 = enter(route(1));
    assertThat(gate.firstWaiting()).isSameAs(a3);
    gate.openWide();
    assertThat(admitted).endsWith(a3);
  }

  /**
   * What a lease costs does not grow with those that wait, for the same route or for others. Each
   * lease looked at one by one cost 30 times as much with 20,000 of them; the bound is far from
   * both.
   */
  @Test
  void theWorkForALeaseDoesNotGrowWithTheNumberThatWaits() {
    limits(1, 1_000);
    for (int i = 0; i < 100; i++) {
      enter(route(i));
    }
    long few = cheapestLease();
    for (int i = 0; i < 20_000; i++) {
      enter(route(i % 100));
    }
    long many = cheapestLease();
    assertThat(gate.waiting(null)).isEqualTo(20_000);
    assertThat(many).as("with many, in ns; with few %s", few).isLessThan(10 * few + 20_000);
  }

  /** A lease and a withdrawal on routes of their own; the cheapest of many, in nanoseconds. */
  private long cheapestLease() {
    HttpRoute free = route(1_000);
    HttpRoute full = route(1);
    long cheapest = Long.MAX_VALUE;
    for (int i = 0; i < 2_000; i++) {
      long start = System.nanoTime();
      Lease lease = enter(free);
      gate.withdraw(enter(full));
      gate.leave(lease);
      cheapest = Math.min(cheapest, System.nanoTime() - start);
    }
    return cheapest;
  }
}
