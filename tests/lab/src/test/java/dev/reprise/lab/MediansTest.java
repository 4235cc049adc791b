package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class MediansTest {

  @Test
  void medianIsTheMiddleValueOrTheMeanOfTheMiddleTwo() {
    assertThat(Medians.median(DoubleStream.of(9, 1, 5))).isEqualTo(5);
    assertThat(Medians.median(DoubleStream.of(9, 1, 5, 7))).isEqualTo(6);
    assertThat(Medians.median(DoubleStream.empty())).isZero();
  }

  @Test
  void ratiosArePairedByRound() {
    Map<Integer, Double> values = Map.of(1, 100.0, 2, 20.0, 3, 300.0);
    Map<Integer, Double> references = Map.of(1, 50.0, 2, 20.0, 3, 60.0);

    assertThat(Medians.pairedRatios(values, references)).containsExactlyInAnyOrder(2, 1, 5);
  }

  @Test
  void roundsThatOneOfThemLacksAreLeftOut() {
    Map<Integer, Double> values = Map.of(1, 10.0, 2, 90.0);
    Map<Integer, Double> references = Map.of(2, 30.0, 3, 1.0);

    assertThat(Medians.pairedRatios(values, references)).containsExactly(3);
    assertThat(Medians.pairedRatios(values, Map.of(1, 0.0))).isEmpty();
  }
}
