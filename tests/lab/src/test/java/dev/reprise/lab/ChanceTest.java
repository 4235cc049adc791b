package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChanceTest {

  private static final int CELLS = 2_000;

  private final Random random = new Random(1);

  @Test
  void whatDoesNotScatterIsNoChance() {
    assertThat(Chance.isMore(new double[] {17, 17, 17}, new double[] {16, 16, 16})).isTrue();
    assertThat(Chance.isMore(new double[] {16, 16, 16}, new double[] {16, 16, 16})).isFalse();
    assertThat(Chance.isMore(new double[] {15, 15, 15}, new double[] {16, 16, 16})).isFalse();
  }

  /** The shares of cells that the rule promises, of 160 calls that find no ticket by chance. */
  @ParameterizedTest
  @CsvSource({
    "3, 0.5, 0.5, 0, 0.001",
    "8, 0.5, 0.5, 0, 0.008",
    "8, 0.1, 0.1, 0, 0.008",
    "8, 0.5, 0.6, 0.95, 1",
    "3, 0.5, 1, 0.9, 1",
  })
  void equalClientsFailSeldomAndWorseOnesOften(
      int runs, double others, double ours, double least, double most) {
    long more =
        IntStream.range(0, CELLS)
            .filter(i -> Chance.isMore(counts(runs, ours), counts(runs, others)))
            .count();
    assertThat(1.0 * more / CELLS).isBetween(least, most);
  }

  private double[] counts(int runs, double share) {
    return IntStream.range(0, runs)
        .mapToDouble(
            run -> IntStream.range(0, 160).filter(call -> random.nextDouble() < share).count())
        .toArray();
  }
}
