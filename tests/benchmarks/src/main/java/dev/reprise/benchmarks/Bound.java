package dev.reprise.benchmarks;

/** A ratio of two clients that must come out. Immutable. */
final class Bound {

  final Metric metric;
  final Kind client;
  final Kind reference;
  private final double limit;
  private final boolean most;
  private final String tls;
  private final int fromJava;
  private final int toJava;

  private Bound(
      Metric metric,
      Kind client,
      Kind reference,
      double limit,
      boolean most,
      String tls,
      int fromJava,
      int toJava) {
    this.metric = metric;
    this.client = client;
    this.reference = reference;
    this.limit = limit;
    this.most = most;
    this.tls = tls;
    this.fromJava = fromJava;
    this.toJava = toJava;
  }

  static Bound atMost(double limit, Metric metric, Kind client, Kind reference) {
    return new Bound(metric, client, reference, limit, true, null, 0, Integer.MAX_VALUE);
  }

  static Bound atLeast(double limit, Metric metric, Kind client, Kind reference) {
    return new Bound(metric, client, reference, limit, false, null, 0, Integer.MAX_VALUE);
  }

  /** For this TLS version alone. */
  Bound with(String version) {
    return new Bound(metric, client, reference, limit, most, version, fromJava, toJava);
  }

  /** For these versions of Java alone. */
  Bound onJava(int from, int to) {
    return new Bound(metric, client, reference, limit, most, tls, from, to);
  }

  boolean appliesTo(Setting setting, int java) {
    return (tls == null || tls.equals(setting.tls)) && java >= fromJava && java <= toJava;
  }

  boolean holds(double ratio) {
    return most ? ratio <= limit : ratio >= limit;
  }

  @Override
  public String toString() {
    return String.format(
        java.util.Locale.ROOT,
        "%s, %s over %s, %s %.2f",
        metric.title(),
        client.title(),
        reference.title(),
        most ? "at most" : "at least",
        limit);
  }
}
