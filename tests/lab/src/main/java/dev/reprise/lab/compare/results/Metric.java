package dev.reprise.lab.compare.results;

import dev.reprise.lab.Medians;
import dev.reprise.subject.compare.TurnResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What clients are compared by. */
public enum Metric {
  /** CPU time for each request. */
  CPU("CPU a request") {
    @Override
    double of(TurnResult turn) {
      return turn.completed == 0 ? 0 : turn.cpuMillis / turn.completed;
    }

    @Override
    double overall(List<TurnResult> turns) {
      return sum(turns, turn -> turn.cpuMillis) / Math.max(1, sum(turns, turn -> turn.completed));
    }
  },

  /** Requests a second. */
  THROUGHPUT("throughput") {
    @Override
    double of(TurnResult turn) {
      return turn.throughput();
    }

    @Override
    double overall(List<TurnResult> turns) {
      return sum(turns, turn -> turn.completed) / Math.max(1e-9, sum(turns, turn -> turn.seconds));
    }
  },

  /** Median latency. */
  MEDIAN("median latency") {
    @Override
    double of(TurnResult turn) {
      return turn.medianMillis;
    }
  },

  /** 99th percentile of the latency. */
  P99("99th percentile of latency") {
    @Override
    double of(TurnResult turn) {
      return turn.p99Millis;
    }
  };

  private final String title;

  Metric(String title) {
    this.title = title;
  }

  /** What it is called in tables. */
  public String title() {
    return title;
  }

  abstract double of(TurnResult turn);

  double overall(List<TurnResult> turns) {
    return Medians.median(turns.stream().mapToDouble(this::of));
  }

  /** One client's figure over that of the reference; empty if no round has both. */
  public Optional<Ratio> ratio(ClientRuns client, ClientRuns reference) {
    Map<Integer, Double> values = client.byRound(round -> of(round.turn()));
    Map<Integer, Double> references = reference.byRound(round -> of(round.turn()));
    double[] ratios = Medians.pairedRatios(values, references);
    if (ratios.length == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Ratio(
            Medians.median(Arrays.stream(ratios)),
            Arrays.stream(ratios).min().orElseThrow(),
            Arrays.stream(ratios).max().orElseThrow(),
            overall(client.turns()) / overall(reference.turns())));
  }

  private static double sum(List<TurnResult> turns, ToDoubleFunction<TurnResult> figure) {
    return turns.stream().mapToDouble(figure).sum();
  }
}
