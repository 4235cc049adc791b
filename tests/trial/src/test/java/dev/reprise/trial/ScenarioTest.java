package dev.reprise.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scenarios that are picked, and those in which the trial has found a defect. */
class ScenarioTest {

  /** A value that is never picked would be judged by nothing, and nobody would notice. */
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

  /** Each in its simplest form. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "provider=bcjsse name=other-address",
        "client=urlconnection provider=conscrypt name=wildcard-partial",
        "route=tls-tunnel proxy-fault=other-name provider=bcjsse",
        "provider=conscrypt source=supplier login=wrong calls=4",
        "route=tls-tunnel provider=conscrypt name=other",
        "route=tls-tunnel proxy-login=lacking provider=bcjsse",
        "client=httpclient5 method=post-expecting fault=close-after-handshake",
        "client=httpclient5 framing=no-content method=post-expecting fault=truncate-head"
      })
  void whatWasFoundIsFixed(String scenario) throws Exception {
    assertThat(Comparison.of(Scenario.parse(scenario), Side.REPRISE).unwanted).isEmpty();
  }
}
