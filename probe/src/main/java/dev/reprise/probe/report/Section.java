package dev.reprise.probe.report;

import java.util.ArrayList;
import java.util.List;

/** Findings of one kind. */
final class Section {

  final String title;
  final List<Row> rows = new ArrayList<>();

  Section(String title) {
    this.title = title;
  }

  Section good(String label, String value) {
    return row(label, value, Verdict.GOOD);
  }

  Section note(String label, String value) {
    return row(label, value, Verdict.NOTE);
  }

  Section bad(String label, String value) {
    return row(label, value, Verdict.BAD);
  }

  Section row(String label, String value, Verdict verdict) {
    rows.add(new Row(label, value, verdict));
    return this;
  }

  /** What to think of a finding. */
  enum Verdict {
    GOOD,
    NOTE,
    BAD
  }

  /** One finding in words. Immutable. */
  static final class Row {

    final String label;
    final String value;
    final Verdict verdict;

    private Row(String label, String value, Verdict verdict) {
      this.label = label;
      this.value = value;
      this.verdict = verdict;
    }
  }
}
