package dev.reprise.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.benchmarks.calls.Kind;
import dev.reprise.benchmarks.calls.Metric;
import dev.reprise.subject.CryptoProvider;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A broken rule has to be seen: nothing else would tell that the judge lets all pass. */
class VerdictTest {

  private static final Setting SETTING = new Setting("TLSv1.3", CryptoProvider.JSSE, 16, false);

  @Test
  void aFailedCallAFullHandshakeTooManyAStartedThreadAndALostJvmBreakTheRules() {
    Row reprise = new Row(SETTING, Kind.REPRISE_HTTPCLIENT4);
    reprise.newPass();
    reprise.add(Metric.ERRORS, 0);
    reprise.add(Metric.FULL_IN_ALL, 16);
    reprise.add(Metric.THREADS, 0);
    assertThat(broken(Experiment.COMPARE, reprise)).isEmpty();

    reprise.add(Metric.FULL_IN_ALL, 17);
    assertThat(broken(Experiment.COMPARE, reprise)).hasSize(1);
    assertThat(broken(Experiment.QUICK, reprise)).isEmpty();

    reprise.add(Metric.ERRORS, 1);
    reprise.add(Metric.THREADS, 1);
    reprise.newPass();
    assertThat(broken(Experiment.COMPARE, reprise)).hasSize(4);
  }

  private static List<String> broken(Experiment experiment, Row row) {
    return Verdict.judge(experiment, List.of(row), 17).stream()
        .filter(verdict -> !verdict.holds())
        .map(Verdict::text)
        .toList();
  }
}
