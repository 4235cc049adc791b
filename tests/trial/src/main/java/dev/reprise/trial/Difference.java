package dev.reprise.trial;

import java.util.Set;

/** Something that was seen with Reprise and never with stock. */
final class Difference {

  final Scenario scenario;

  /** What differs, as in {@link Observation#seen}. */
  final String key;

  /** All that stock has shown. */
  final Set<String> stock;

  final String reprise;

  /** Everything else that was seen in the first runs. */
  final Observation inStock;

  final Observation inReprise;

  Difference(
      Scenario scenario,
      String key,
      Set<String> stock,
      String reprise,
      Observation inStock,
      Observation inReprise) {
    this.scenario = scenario;
    this.key = key;
    this.stock = stock;
    this.reprise = reprise;
    this.inStock = inStock;
    this.inReprise = inReprise;
  }

  boolean isOfCall() {
    return key.startsWith("call ");
  }

  /** Whether stock has shown something that contains this. */
  boolean stockHad(String part) {
    return stock.stream().anyMatch(value -> value.contains(part));
  }

  @Override
  public String toString() {
    return key + ": stock " + String.join(" | ", stock) + ", Reprise " + reprise;
  }
}
