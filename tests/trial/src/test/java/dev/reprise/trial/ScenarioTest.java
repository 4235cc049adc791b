package dev.reprise.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A value that is never picked would be judged by nothing, and nobody would notice. */
class ScenarioTest {

  @Test
  void everyValueIsPickedAndEachScenarioCanBeReplayed() {
    Set<Enum<?>> picked = new HashSet<>();
    for (int seed = 0; seed < 20_000; seed++) {
      Scenario scenario = Space.random(new SplittableRandom(seed), List.of());
      assertThat(Scenario.parse(scenario.toString())).isEqualTo(scenario);
      Dimensions.ALL.forEach(dimension -> picked.add(scenario.valueOf(dimension)));
    }
    for (Class<? extends Enum<?>> dimension : Dimensions.ALL) {
      assertThat(picked).contains(Dimensions.values(dimension));
    }
  }
}
