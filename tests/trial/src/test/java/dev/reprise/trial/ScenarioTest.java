package dev.reprise.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Fault;
import dev.reprise.trial.Dimensions.ClientKind;
import dev.reprise.trial.Dimensions.Route;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScenarioTest {

  @Test
  void itsTextIsReadBack() {
    for (int seed = 0; seed < 500; seed++) {
      Scenario scenario = Space.random(new SplittableRandom(seed), List.of());
      assertThat(Scenario.parse(scenario.toString())).isEqualTo(scenario);
    }
    assertThat(Scenario.parse("plain")).isEqualTo(Scenario.PLAIN);
  }

  @Test
  void whatIsUnknownIsToldWithWhatIsKnown() {
    assertThatThrownBy(() -> Scenario.parse("route=sideways"))
        .hasMessageContaining("route is one of [direct, tunnel");
    assertThatThrownBy(() -> Scenario.parse("weather=fine")).hasMessageContaining("provider");
  }

  @Test
  void theSameSeedGivesTheSameScenario() {
    assertThat(Space.random(new SplittableRandom(7), List.of()))
        .isEqualTo(Space.random(new SplittableRandom(7), List.of()));
  }

  @Test
  void everyValueOfEveryDimensionIsPicked() {
    Set<Enum<?>> picked = new HashSet<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      Scenario scenario = Space.random(random, List.of());
      Dimensions.ALL.forEach(dimension -> picked.add(scenario.valueOf(dimension)));
    }
    for (Class<? extends Enum<?>> dimension : Dimensions.ALL) {
      assertThat(picked).contains(Dimensions.values(dimension));
    }
  }

  @Test
  void fixedValuesStay() {
    List<Enum<?>> fixed = List.of(Route.TLS_TUNNEL, ClientKind.HTTPCLIENT);
    for (int seed = 0; seed < 100; seed++) {
      Scenario scenario = Space.random(new SplittableRandom(seed), fixed);
      assertThat(fixed).allMatch(scenario::is);
    }
  }

  @Test
  void simplerScenariosHaveOneDimensionLess() {
    Scenario scenario = Scenario.parse("route=socks fault=reset-before-response");
    assertThat(scenario.simpler())
        .containsExactly(
            Scenario.PLAIN.with(Fault.RESET_BEFORE_RESPONSE), Scenario.PLAIN.with(Route.SOCKS));
  }
}
