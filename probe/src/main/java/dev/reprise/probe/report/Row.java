package dev.reprise.probe.report;

/** One finding in words. Immutable. */
final class Row {

  /** What to think of it. */
  enum Verdict {
    GOOD,
    NOTE,
    BAD
  }

  final String label;
  final String value;
  final Verdict verdict;

  Row(String label, String value, Verdict verdict) {
    this.label = label;
    this.value = value;
    this.verdict = verdict;
  }
}
