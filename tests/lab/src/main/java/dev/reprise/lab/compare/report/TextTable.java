package dev.reprise.lab.compare.report;

import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.ClientRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The table of one cell, for a terminal. */
public final class TextTable {

  private static final int LINE = 100;

  private TextTable() {}

  /** A title, the aligned table, and a line for each client that failed. */
  public static String of(Cell cell) {
    List<Column> columns = Column.measuredIn(cell.clients());
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("client", columns.stream().map(Column::shortHeading)));
    for (ClientRuns runs : cell.clients()) {
      rows.add(row(runs.client().label(), columns.stream().map(column -> column.figure(runs))));
    }
    StringBuilder text = new StringBuilder();
    text.append(cell.title())
        .append(": %d × %d requests%n".formatted(cell.roundCount(), cell.requestsPerTurn()))
        .append(System.lineSeparator());
    int[] widths = widths(rows);
    for (List<String> row : rows) {
      text.append(line(row, widths)).append(System.lineSeparator());
    }
    for (ClientRuns runs : cell.clients()) {
      if (runs.failure() != null) {
        text.append("%s: %s%n".formatted(runs.client().label(), runs.failure()));
      }
    }
    return text.toString();
  }

  /** What the columns of the tables of these cells mean. */
  public static String legend(List<Cell> cells) {
    List<Column> columns =
        Column.measuredIn(cells.stream().flatMap(cell -> cell.clients().stream()).toList());
    StringBuilder text = new StringBuilder(wrapped(Column.BASIS, ""));
    int width = columns.stream().mapToInt(column -> column.shortHeading().length()).max().orElse(0);
    String margin = " ".repeat(width + 2);
    for (Column column : columns) {
      String lines = wrapped(margin + column.explanation(), margin);
      text.append(System.lineSeparator())
          .append(column.shortHeading())
          .append(lines.substring(column.shortHeading().length()));
    }
    return text.toString();
  }

  /** In lines that fit a terminal, all but the first of which begin with the margin. */
  private static String wrapped(String text, String margin) {
    StringBuilder lines = new StringBuilder();
    String rest = text;
    while (rest.length() > LINE) {
      int end = rest.lastIndexOf(' ', LINE);
      lines.append(rest, 0, end).append(System.lineSeparator());
      rest = margin + rest.substring(end + 1);
    }
    return lines.append(rest).toString();
  }

  private static List<String> row(String name, Stream<String> figures) {
    return Stream.concat(Stream.of(name), figures).toList();
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    line.append(row.get(0)).append(" ".repeat(widths[0] - row.get(0).length()));
    for (int i = 1; i < widths.length; i++) {
      line.append("  ").append(" ".repeat(widths[i] - row.get(i).length())).append(row.get(i));
    }
    return line.toString();
  }
}
