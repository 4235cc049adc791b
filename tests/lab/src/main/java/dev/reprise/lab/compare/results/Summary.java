package dev.reprise.lab.compare.results;

import dev.reprise.subject.compare.TurnResult;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The figures of one client in one cell: medians over the rounds, sums of counts.
 *
 * @param throughput exchanges a second
 * @param lowestThroughput exchanges a second in the slowest round
 * @param highestThroughput exchanges a second in the fastest round
 * @param toHttpClient4 throughput over that of HttpClient 4.5.14, paired by round; null without it
 * @param toFloor throughput over that of the floor, paired by round; null without it
 * @param medianMillis median latency
 * @param p99Millis 99th percentile of the latency
 * @param cpuMillisPerRequest CPU time of the client's JVM for each exchange
 * @param resumedPercent exchanges of the rounds that took no full handshake
 * @param fullInWarmUp full handshakes of the warm-up: the first of each lane are among them
 * @param fullAfterWarmUp full handshakes of all rounds
 * @param threadsStarted threads started in all rounds
 * @param exchanges completed exchanges of all rounds
 * @param errors failed exchanges of all rounds
 */
public record Summary(
    double throughput,
    double lowestThroughput,
    double highestThroughput,
    Double toHttpClient4,
    Double toFloor,
    double medianMillis,
    double p99Millis,
    double cpuMillisPerRequest,
    double resumedPercent,
    long fullInWarmUp,
    long fullAfterWarmUp,
    long threadsStarted,
    long exchanges,
    long errors) {

  static Summary of(ClientRuns runs, Map<Integer, Double> httpClient4, Map<Integer, Double> floor) {
    Map<Integer, Double> throughput = runs.byRound(round -> round.turn().throughput());
    long exchanges = sum(runs, turn -> turn.completed);
    long full = sum(runs, turn -> turn.fullHandshakes);
    return new Summary(
        median(runs, TurnResult::throughput),
        throughput.values().stream().mapToDouble(Double::doubleValue).min().orElse(0),
        throughput.values().stream().mapToDouble(Double::doubleValue).max().orElse(0),
        nullable(Medians.pairedRatio(throughput, httpClient4)),
        nullable(Medians.pairedRatio(throughput, floor)),
        median(runs, turn -> turn.medianMillis),
        median(runs, turn -> turn.p99Millis),
        median(runs, turn -> turn.completed == 0 ? 0 : turn.cpuMillis / turn.completed),
        exchanges == 0 ? 0 : Math.max(0, 100.0 * (exchanges - full) / exchanges),
        runs.warmUp().stream().mapToLong(round -> round.turn().fullHandshakes).sum(),
        full,
        sum(runs, turn -> turn.threadsStarted),
        exchanges,
        sum(runs, turn -> turn.errors));
  }

  private static double median(ClientRuns runs, ToDoubleFunction<TurnResult> figure) {
    return Medians.median(runs.rounds().stream().map(Round::turn).mapToDouble(figure));
  }

  private static long sum(ClientRuns runs, ToLongFunction<TurnResult> figure) {
    return runs.rounds().stream().map(Round::turn).mapToLong(figure).sum();
  }

  private static Double nullable(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
