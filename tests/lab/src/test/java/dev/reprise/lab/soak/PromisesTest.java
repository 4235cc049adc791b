package dev.reprise.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PromisesTest {

  private static final long MIB = 1 << 20;

  @Test
  void aFlatRunKeepsThemAll() {
    assertThat(Promises.broken(Runs.run(Runs::flat))).isEmpty();
  }

  @Test
  void growingHeapBreaksOne() {
    assertThat(Promises.broken(Runs.run(n -> Runs.sample(n, 40, (20 + n) * MIB, 0, 0))))
        .containsExactly(
            "platform-17: heap after GC not flat: 25.0 MiB in the middle third, 28.0 MiB in the last, slope 2.5 MiB over a third");
  }

  @Test
  void whatCreepsAmidNoiseBreaksOne() {
    // The medians of the last two thirds are alike, the slope is not.
    long[] mib = {20, 20, 20, 20, 19, 22, 23, 22, 23, 27};
    assertThat(Promises.broken(Runs.run(n -> Runs.sample(n, 40, mib[n] * MIB, 0, 0))))
        .singleElement()
        .asString()
        .contains("heap after GC not flat");
  }

  @Test
  void fewDescriptorsMayComeAndGo() {
    assertThat(Promises.broken(Runs.run(n -> Runs.sample(n, n < 7 ? 20 : 23, MIB, 0, 0))))
        .isEmpty();
    assertThat(Promises.broken(Runs.run(n -> Runs.sample(n, n < 7 ? 20 : 24, MIB, 0, 0))))
        .hasSize(1);
  }

  @Test
  void whatIsHeldBetweenBatchesBreaksThem() {
    assertThat(Promises.broken(Runs.run(n -> Runs.sample(n, 40, MIB, n >= 4 ? 2 : 0, 0))))
        .containsExactly(
            "platform-17: lanes leased with no request under way, first after 400 requests");
    assertThat(Promises.broken(Runs.run(n -> Runs.sample(n, 40, MIB, 0, n == 4 ? 1 : 0))))
        .containsExactly(
            "platform-17: connections leased with no request under way, first after 400 requests");
  }

  @Test
  void moreLanesThanConnectionsBreakOne() {
    assertThat(Promises.broken(Runs.run(n -> Runs.withLanes(n, n < 5 ? 16 : 17))))
        .containsExactly(
            "platform-17: more lanes than connections and spares with no request under way, first after 500"
                + " requests");
  }

  @Test
  void sparesMustBeUsedAndEnd() {
    assertThat(Promises.broken(Runs.withSpares(n -> 0, 7))).isEmpty();
    assertThat(Promises.broken(Runs.withSpares(n -> n == 9 ? 1 : 0, 0)))
        .containsExactly(
            "spares-17: spares past their lifetime with no request under way, first after 900 requests",
            "spares-17: no call used a spare");
  }

  @Test
  void memoryBesideTheHeapIsNotJudgedInTheShortForm() {
    assertThat(Promises.broken(Runs.run(Runs::withGrowingResidentSet))).hasSize(1);
    assertThat(Promises.broken(Runs.shortRun(Runs::withGrowingResidentSet))).isEmpty();
  }

  @Test
  void unexpectedEndingsAndLeftoversBreakThem() {
    assertThat(
            Promises.broken(
                Runs.run(
                    Runs::flat, Runs.outcome(Map.of("none: refused", 3L), "1 sockets"), List.of())))
        .containsExactly(
            "platform-17: unexpected, 3 times: none: refused",
            "platform-17: left over after close: 1 sockets");
  }

  @Test
  void aPinnedThreadBreaksIt() {
    assertThat(
            Promises.broken(
                Runs.run(Runs::flat, Runs.outcome(Map.of(), ""), List.of("pinned: a < b"))))
        .containsExactly("platform-17: pinned: a < b");
  }
}
