package dev.reprise.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RowTest {

  private static final Setting SETTING = new Setting("TLSv1.3", TlsProvider.JSSE, 16, false);

  @Test
  void aFigureIsTheMedianOfAllIterationsWithItsRange() {
    Row row = row(Kind.HTTPCLIENT4, Metric.CPU, 1.5, 1.1, 1.3);

    assertThat(row.text(Metric.CPU)).isEqualTo("1.30 (1.10 to 1.50)");
  }

  @Test
  void oneFullHandshakeOfManyIsNot100Percent() {
    assertThat(Row.format(Metric.RESUMED, 99.999)).isEqualTo("99.9 %");
    assertThat(Row.format(Metric.RESUMED, 100)).isEqualTo("100 %");
  }

  @Test
  void theSpeedOfAClientThatIsNotWarmIsNotPrinted() {
    Row row = row(Kind.HTTPCLIENT4, Metric.CPU, 1.5);
    row.add(Metric.JIT, Row.MOST_JIT + 1);

    assertThat(row.text(Metric.CPU)).isEqualTo("not warm");
  }

  @Test
  void aRatioIsTakenWithinEachPassSoThatDriftCancels() {
    Row fast = row(Kind.REPRISE_HTTPCLIENT4, Metric.CPU, 1);
    fast.newPass();
    fast.add(Metric.CPU, 10);
    Row slow = row(Kind.HTTPCLIENT4, Metric.CPU, 2);
    slow.newPass();
    slow.add(Metric.CPU, 20);

    assertThat(fast.over(slow, Metric.CPU)).containsExactly(0.5, 0.5, 0.5);
  }

  @Test
  void aFailedCallAFullHandshakeTooManyAndAStartedThreadBreakTheRules() {
    Row reprise = row(Kind.REPRISE_HTTPCLIENT4, Metric.ERRORS, 0);
    reprise.add(Metric.FULL_IN_ALL, 16);
    reprise.add(Metric.THREADS, 0);
    assertThat(broken(reprise)).isEmpty();

    reprise.add(Metric.ERRORS, 1);
    reprise.add(Metric.FULL_IN_ALL, 17);
    reprise.add(Metric.THREADS, 1);
    assertThat(broken(reprise)).hasSize(3);
  }

  @Test
  void theFirstSentenceDividesAndSaysWhereRangesOverlap() {
    Row without = row(Kind.HTTPCLIENT4, Metric.CPU, 1.0);
    without.add(Metric.THROUGHPUT, 100);
    Row reprise = row(Kind.REPRISE_HTTPCLIENT4, Metric.CPU, 0.59);
    reprise.add(Metric.THROUGHPUT, 90);
    reprise.add(Metric.THROUGHPUT, 120);
    Page page =
        new Page(
            Experiment.COMPARE,
            List.of(without, reprise),
            List.of(),
            List.of(),
            null,
            new ClosedLoop.Times(1, 1, 1),
            1,
            20);

    assertThat(page.text().replace('\n', ' '))
        .startsWith(
            "Reprise over HttpClient 4.5.14, TLS 1.3, 16 threads: a call takes 41 % less"
                + " of the client's CPU, 0.59 ms; without Reprise 1.00 ms."
                + " Calls a second: 105 (90 to 120); without Reprise 100 (the ranges overlap).");
    assertThat(page.picture()).contains("CPU a call, ms (shorter is better)");
  }

  private static List<String> broken(Row row) {
    return Verdict.judge(Experiment.COMPARE, List.of(row), 17).stream()
        .filter(verdict -> !verdict.holds)
        .map(verdict -> verdict.text)
        .collect(Collectors.toList());
  }

  private static Row row(Kind kind, Metric metric, double... values) {
    Row row = new Row(SETTING, kind);
    row.newPass();
    for (double value : values) {
      row.add(metric, value);
    }
    return row;
  }
}
