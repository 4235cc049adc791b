package dev.reprise.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.ClientRuns;
import dev.reprise.lab.compare.results.Metric;
import dev.reprise.lab.compare.results.Round;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.CryptoProvider;
import dev.reprise.subject.compare.Level;
import dev.reprise.subject.compare.TurnResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SetUpTest {

  private final List<String> notes = new ArrayList<>();

  @ParameterizedTest
  @EnumSource
  void itsOptionsMakeSenseAndItsBoundsSpeakOfItsClients(SetUp setUp) {
    List<Plan> plans = plans(setUp);

    assertThat(plans).hasSameSizeAs(setUp.parts());
    for (Bound bound : setUp.bounds()) {
      // A plan leaves out a sidecar that is not installed, and says so.
      List<ClientKind> present =
          Stream.of(bound.client(), bound.reference())
              .filter(client -> Sidecar.missing(client).isEmpty())
              .toList();
      assertThat(plans).anySatisfy(plan -> assertThat(plan.clients()).containsAll(present));
    }
  }

  /** Pages and folders of raw data are called by these names. */
  @ParameterizedTest
  @EnumSource
  void itIsNotCalledAsAnotherExperiment(SetUp setUp) {
    assertThat(setUp.label())
        .isNotIn("benchmarks", "boot", "clients", "compare", "faults", "matrix", "soak");
  }

  @Test
  void theUsersOptionsTakeThePlaceOfItsOwn() {
    Plan usual = plans(SetUp.FLOOR_BENEATH).get(0);
    assertThat(usual.cellTime()).isEqualTo(Duration.ofSeconds(35));
    assertThat(usual.threads()).containsExactly(16);

    Plan changed =
        plans(SetUp.FLOOR_BENEATH, "--threads=4", "--provider", "jsse", "--out", "x").get(0);
    assertThat(changed.threads()).containsExactly(4);
    assertThat(changed.providers()).containsExactly(CryptoProvider.JSSE);

    assertThat(plans(SetUp.FLOOR_BENEATH, "--short").get(0).cellTime())
        .isLessThan(usual.cellTime());
  }

  @Test
  void aBoundHoldsIfTheMedianOfTheRoundsIsWithinIt() {
    Cell cell =
        cell(
            runs(ClientKind.HTTPCLIENT_4_5_14, 100, 100, 100),
            runs(ClientKind.REPRISE_HTTPCLIENT4, 90, 150, 200));
    Bound bound =
        Bound.atLeast(
            1.5, Metric.THROUGHPUT, ClientKind.REPRISE_HTTPCLIENT4, ClientKind.HTTPCLIENT_4_5_14);

    Bound.Verdict verdict = bound.judge(17, cell).orElseThrow();
    assertThat(verdict.holds()).isTrue();
    assertThat(verdict.measured()).isEqualTo("1.50 (0.90–2.00), over all 1.32");

    Bound higher =
        Bound.atLeast(
            1.51, Metric.THROUGHPUT, ClientKind.REPRISE_HTTPCLIENT4, ClientKind.HTTPCLIENT_4_5_14);
    assertThat(higher.judge(17, cell).orElseThrow().holds()).isFalse();
    assertThat(higher.where((java, one) -> java > 17).judge(17, cell)).isEmpty();
  }

  private List<Plan> plans(SetUp setUp, String... arguments) {
    return CompareOptions.plans(setUp, List.of(arguments), "command", notes);
  }

  private static Cell cell(ClientRuns... clients) {
    return new Cell("TLSv1.3", CryptoProvider.JSSE, 16, Level.PLAIN, 1, "", 200, List.of(clients))
        .summarized();
  }

  private static ClientRuns runs(ClientKind kind, double... throughputs) {
    List<Round> rounds = new ArrayList<>();
    for (double throughput : throughputs) {
      TurnResult turn = new TurnResult();
      turn.completed = 200;
      turn.seconds = 200 / throughput;
      turn.cpuMillis = 400;
      rounds.add(new Round(rounds.size() + 1, 1, turn, null));
    }
    return new ClientRuns(kind, List.of(), List.of(), rounds, null, null, null);
  }
}
