package dev.reprise.trial;

import java.util.Set;

/**
 * Something that was seen with Reprise and never with stock.
 *
 * @param key what differs, as in {@link Observation#seen}
 * @param stock all that stock has shown
 * @param inStock everything else that was seen in the first run of stock
 * @param inReprise everything else that was seen in the first run of Reprise
 */
record Difference(
    Scenario scenario,
    String key,
    Set<String> stock,
    String reprise,
    Observation inStock,
    Observation inReprise) {

  /** The kind of the calls' keys, whose numbers do not count. */
  static final String CALL = "call";

  boolean isOfCall() {
    return key.startsWith("call ");
  }

  String kind() {
    return isOfCall() ? CALL : key;
  }

  boolean is(String... any) {
    return scenario.isAny(any);
  }

  /** Of numbers: whether Reprise's is more than each of stock's by so many at the most. */
  boolean hasMore(long most) {
    return stock.stream().allMatch(s -> Integer.parseInt(reprise) - Integer.parseInt(s) <= most);
  }

  boolean stockHad(String part) {
    return stock.stream().anyMatch(value -> value.contains(part));
  }

  @Override
  public String toString() {
    return key + ": stock " + String.join(" | ", stock) + ", Reprise " + reprise;
  }
}
