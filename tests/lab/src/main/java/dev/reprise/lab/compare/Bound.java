package dev.reprise.lab.compare;

import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.ClientRuns;
import dev.reprise.lab.compare.results.Metric;
import dev.reprise.lab.compare.results.Ratio;
import dev.reprise.subject.compare.ClientKind;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * What a named experiment has to show, in each cell that it speaks of. Immutable.
 *
 * @param client the client that it is about
 * @param reference the client that it is compared with
 * @param metric what is compared; null for the number of full handshakes after the warm-up
 * @param atMost whether the limit is an upper one
 * @param limit the limit of the median over the rounds, of the first over the second
 * @param where the Java feature version and the cells that it holds for
 */
public record Bound(
    ClientKind client,
    ClientKind reference,
    Metric metric,
    boolean atMost,
    double limit,
    BiPredicate<Integer, Cell> where) {

  /** At least so many times the reference's. */
  static Bound atLeast(double limit, Metric metric, ClientKind client, ClientKind reference) {
    return new Bound(client, reference, metric, false, limit, (java, cell) -> true);
  }

  /** At most so many times the reference's. */
  static Bound atMost(double limit, Metric metric, ClientKind client, ClientKind reference) {
    return new Bound(client, reference, metric, true, limit, (java, cell) -> true);
  }

  /** No more full handshakes than the reference. */
  static Bound noMoreFullHandshakes(ClientKind client, ClientKind reference) {
    return new Bound(client, reference, null, true, 1, (java, cell) -> true);
  }

  /** The same for these cells alone, by the Java feature version of the clients. */
  Bound where(BiPredicate<Integer, Cell> cells) {
    return new Bound(client, reference, metric, atMost, limit, where.and(cells));
  }

  /**
   * What became of a bound in one cell.
   *
   * @param figure what was compared
   * @param bound what it has to be
   * @param measured what it was, with the range over the rounds
   * @param holds whether it is within the bound
   */
  public record Verdict(String figure, String bound, String measured, boolean holds) {}

  /** How a cell stands to it; empty if it does not speak of the cell, or a client is missing. */
  Optional<Verdict> judge(int java, Cell cell) {
    Optional<ClientRuns> first = cell.runs(client).filter(runs -> runs.summary() != null);
    Optional<ClientRuns> second = cell.runs(reference).filter(runs -> runs.summary() != null);
    if (first.isEmpty() || second.isEmpty() || !where.test(java, cell)) {
      return Optional.empty();
    }
    return metric == null
        ? Optional.of(handshakes(first.get(), second.get()))
        : metric.ratio(first.get(), second.get()).map(this::verdict);
  }

  private Verdict handshakes(ClientRuns first, ClientRuns second) {
    long own = first.summary().fullAfterWarmUp();
    long others = second.summary().fullAfterWarmUp();
    return new Verdict(
        "full handshakes after the warm-up, " + names(),
        "no more",
        "%,d to %,d".formatted(own, others),
        own <= others);
  }

  private Verdict verdict(Ratio ratio) {
    return new Verdict(
        metric.title() + ", " + names(),
        (atMost ? "≤ " : "≥ ") + number(limit) + " ×",
        "%s (%s–%s), over all %s"
            .formatted(
                number(ratio.median()),
                number(ratio.lowest()),
                number(ratio.highest()),
                number(ratio.overall())),
        atMost ? ratio.median() <= limit : ratio.median() >= limit);
  }

  private String names() {
    return client.label() + " over " + reference.label();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
