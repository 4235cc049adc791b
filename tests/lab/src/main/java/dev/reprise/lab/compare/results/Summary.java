package dev.reprise.lab.compare.results;

import dev.reprise.lab.Medians;
import dev.reprise.subject.compare.TurnResult;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The figures of one client in one cell: medians over the rounds, sums of counts.
 *
 * @param cpuMillisPerRequest CPU time of the client's JVM for each exchange, and of its sidecar
 * @param lowestCpu the same in the cheapest round
 * @param highestCpu the same in the dearest round
 * @param cpuToHttpClient4 CPU time over that of HttpClient 4.5.14; null without it
 * @param throughput exchanges a second
 * @param lowestThroughput exchanges a second in the slowest round
 * @param highestThroughput exchanges a second in the fastest round
 * @param toHttpClient4 throughput over that of HttpClient 4.5.14; null without it
 * @param toFloor throughput over that of the floor; null without it
 * @param medianMillis median latency
 * @param p99Millis 99th percentile of the latency
 * @param resumedPercent exchanges of the rounds that took no full handshake
 * @param fullInWarmUp full handshakes of the warm-up: the first of each lane are among them
 * @param fullAfterWarmUp full handshakes of all rounds
 * @param threadsStarted threads started in all rounds
 * @param exchanges completed exchanges of all rounds
 * @param errors failed exchanges of all rounds
 */
public record Summary(
    double cpuMillisPerRequest,
    double lowestCpu,
    double highestCpu,
    Ratio cpuToHttpClient4,
    double throughput,
    double lowestThroughput,
    double highestThroughput,
    Ratio toHttpClient4,
    Ratio toFloor,
    double medianMillis,
    double p99Millis,
    double resumedPercent,
    long fullInWarmUp,
    long fullAfterWarmUp,
    long threadsStarted,
    long exchanges,
    long errors) {

  /**
   * Sums a client up.
   *
   * @param httpClient4 the reference; empty if it took no part
   * @param floor the floor; empty if it took no part
   */
  static Summary of(ClientRuns runs, Optional<ClientRuns> httpClient4, Optional<ClientRuns> floor) {
    DoubleSummaryStatistics cpu = range(runs, Metric.CPU);
    DoubleSummaryStatistics throughput = range(runs, Metric.THROUGHPUT);
    long exchanges = sum(runs, turn -> turn.completed);
    long full = sum(runs, turn -> turn.fullHandshakes);
    return new Summary(
        median(runs, Metric.CPU::of),
        cpu.getMin(),
        cpu.getMax(),
        ratio(Metric.CPU, runs, httpClient4),
        median(runs, Metric.THROUGHPUT::of),
        throughput.getMin(),
        throughput.getMax(),
        ratio(Metric.THROUGHPUT, runs, httpClient4),
        ratio(Metric.THROUGHPUT, runs, floor),
        median(runs, Metric.MEDIAN::of),
        median(runs, Metric.P99::of),
        exchanges == 0 ? 0 : Math.max(0, 100.0 * (exchanges - full) / exchanges),
        runs.warmUp().stream().mapToLong(round -> round.turn().fullHandshakes).sum(),
        full,
        sum(runs, turn -> turn.threadsStarted),
        exchanges,
        sum(runs, turn -> turn.errors));
  }

  private static Ratio ratio(Metric metric, ClientRuns runs, Optional<ClientRuns> reference) {
    return reference.flatMap(of -> metric.ratio(runs, of)).orElse(null);
  }

  private static DoubleSummaryStatistics range(ClientRuns runs, Metric metric) {
    return runs.turns().stream().mapToDouble(metric::of).summaryStatistics();
  }

  private static double median(ClientRuns runs, ToDoubleFunction<TurnResult> figure) {
    return Medians.median(runs.rounds().stream().map(Round::turn).mapToDouble(figure));
  }

  private static long sum(ClientRuns runs, ToLongFunction<TurnResult> figure) {
    return runs.rounds().stream().map(Round::turn).mapToLong(figure).sum();
  }
}
