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
    Set<String> picked = new HashSet<>();
    for (int seed = 0; seed < 5_000; seed++) {
      Scenario scenario = Space.random(new SplittableRandom(seed), List.of());
      assertThat(Scenario.parse(scenario.toString())).isEqualTo(scenario);
      Dimensions.ALL.keySet().forEach(each -> picked.add(each + "=" + scenario.get(each)));
    }
    Dimensions.ALL.forEach(
        (dimension, values) ->
            values.forEach(value -> assertThat(picked).contains(dimension + "=" + value)));
  }
}
