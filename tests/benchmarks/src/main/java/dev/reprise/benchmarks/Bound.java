package dev.reprise.benchmarks;

import dev.reprise.benchmarks.calls.Kind;
import dev.reprise.benchmarks.calls.Metric;
import java.util.Locale;

/**
 * A ratio of two clients that must come out.
 *
 * @param tls the TLS version that it is for, or part of its name; empty for all
 */
record Bound(
    Metric metric,
    Kind client,
    Kind reference,
    double limit,
    boolean most,
    String tls,
    int fromJava,
    int toJava) {
  static Bound atMost(double limit, Metric metric, Kind client, Kind reference) {
    return new Bound(metric, client, reference, limit, true, "", 0, Integer.MAX_VALUE);
  }

  static Bound atLeast(double limit, Kind client, Kind reference, String tls, int from, int to) {
    return new Bound(Metric.THROUGHPUT, client, reference, limit, false, tls, from, to);
  }

  boolean appliesTo(Setting setting, int java) {
    return setting.tls().contains(tls) && java >= fromJava && java <= toJava;
  }

  boolean holds(double ratio) {
    return most ? ratio <= limit : ratio >= limit;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s, %s over %s, %s %.2f",
        metric.title,
        client.title,
        reference.title,
        most ? "at most" : "at least",
        limit);
  }
}
