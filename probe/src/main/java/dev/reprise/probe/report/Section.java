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
    return row(label, value, Row.Verdict.GOOD);
  }

  Section note(String label, String value) {
    return row(label, value, Row.Verdict.NOTE);
  }

  Section bad(String label, String value) {
    return row(label, value, Row.Verdict.BAD);
  }

  Section row(String label, String value, Row.Verdict verdict) {
    rows.add(new Row(label, value, verdict));
    return this;
  }
}
