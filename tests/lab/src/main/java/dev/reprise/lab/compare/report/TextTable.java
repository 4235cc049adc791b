package dev.reprise.lab.compare.report;

import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.ClientRuns;
import java.util.ArrayList;
import java.util.List;

/** The table of one cell, for a terminal. */
public final class TextTable {

  private TextTable() {}

  /** A title, the aligned table, and a line for each client that failed. */
  public static String of(Cell cell) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("client", Figures.SHORT_HEADINGS));
    for (ClientRuns runs : cell.clients()) {
      rows.add(row(runs.client().label(), Figures.of(runs)));
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

  /** What the columns mean. */
  public static String legend() {
    return """
        Medians over the rounds. ×4.5.14 and ×floor: over HttpClient 4.5.14 and over the floor (a
        bare TLS loop that always resumes and offers only what is used), taken within each round,
        with the lowest and highest; by time: the same from all requests over all time. CPU ms: of
        the client's JVM for each request, and of its sidecar; JIT: the compiler's part of it, which
        a JVM that has run for long does not have. KB allocated: by the calling threads for each
        request. full: full handshakes in the warm-up
        + in the rounds, where 0 is ideal. threads: threads started in the rounds, besides those
        that send the requests.
        """;
  }

  private static List<String> row(String name, List<String> figures) {
    List<String> row = new ArrayList<>(List.of(name));
    row.addAll(figures);
    return row;
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
