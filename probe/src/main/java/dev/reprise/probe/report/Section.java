package dev.reprise.probe.report;

import dev.reprise.probe.measure.Texts;
import java.util.ArrayList;
import java.util.List;

/** Findings of one kind. */
final class Section {

  final String title;
  final List<Row> rows = new ArrayList<>();

  Section(String title) {
    this.title = title;
  }

  void row(boolean good, String name, Object... values) {
    rows.add(new Row(good, Texts.of(name, values).split(": ", 2)));
  }

  /** One finding in words. Immutable. */
  static final class Row {
    final boolean good;
    final String label;
    final String value;

    private Row(boolean good, String[] labelAndValue) {
      this.good = good;
      label = labelAndValue[0];
      value = labelAndValue[1];
    }
  }
}
