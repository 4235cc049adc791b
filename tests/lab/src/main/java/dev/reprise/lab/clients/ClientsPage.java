package dev.reprise.lab.clients;

import dev.reprise.lab.Page;
import dev.reprise.lab.Run;
import dev.reprise.lab.clients.Clients.Cell;
import dev.reprise.lab.clients.Clients.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The page {@code clients.md}. */
final class ClientsPage {

  private final List<Run<Settings, Cell>> runs;
  private final Map<String, String> titles = new LinkedHashMap<>();
  private final Page page = new Page("Clients");

  ClientsPage(List<Run<Settings, Cell>> runs) {
    this.runs = runs;
    runs.forEach(run -> titles.putAll(run.settings().titles()));
  }

  Page write() {
    Settings settings = runs.get(0).settings();
    List<Cell> all = runs.stream().flatMap(run -> run.cells().stream()).toList();
    TreeSet<Integer> threads =
        all.stream().map(Cell::threads).collect(Collectors.toCollection(TreeSet::new));
    page.provenance(runs);
    page.paragraph(
        "%d calls by each of %s threads, then %d by one thread, each client %d times.",
        settings.calls(),
        threads.stream().map(String::valueOf).collect(Collectors.joining(" and ")),
        settings.last(),
        settings.runs());
    for (int many : threads) {
      table(
          "Full handshakes of all, %d threads".formatted(many),
          many,
          cell ->
              "%,d / %,d of %,d"
                  .formatted(
                      cell.stock().full(), cell.reprise().full(), cell.reprise().handshakes()));
      table(
          "Resumed of all, %d threads".formatted(many),
          many,
          cell ->
              percent(cell.stock().resumedPercent())
                  + " / "
                  + percent(cell.reprise().resumedPercent())
                  + " %");
    }
    int most = threads.last();
    table(
        "Threads started for a handshake, %d threads".formatted(most),
        most,
        cell ->
            "%.2f / %.2f"
                .formatted(
                    cell.stock().threadsPerHandshake(), cell.reprise().threadsPerHandshake()));
    table(
        "Connections that the client reset, %d threads".formatted(most),
        most,
        cell -> "%,d / %,d".formatted(cell.stock().resets(), cell.reprise().resets()));
    table(
        "Who closes first, where the server waits 100 ms",
        threads.first(),
        cell -> first(cell.stock()) + " / " + first(cell.reprise()));
    page.section("After each lane's first");
    page.paragraph(
        "With Reprise, of the handshakes after each lane's first were resumed, in the least of %d"
            + " cells, %s %%. What is broken is in bold above:",
        all.size(),
        percent(
            all.stream()
                .mapToDouble(cell -> cell.reprise().resumedAfterFirstPercent())
                .min()
                .orElse(0)));
    page.line("");
    for (Run<Settings, Cell> run : runs) {
      run.cells().stream()
          .filter(cell -> !cell.broken().isEmpty())
          .forEach(
              cell ->
                  page.line(
                      "- %s, %d threads, JDK %s: %s.",
                      titles.get(cell.client()), cell.threads(), run.runtime(), cell.broken()));
    }
    page.leftOut(runs);
    return page;
  }

  private void table(String title, int threads, Function<Cell, String> of) {
    page.section(title);
    List<String> headings = new ArrayList<>(List.of("client"));
    runs.forEach(run -> headings.add("JDK " + run.runtime()));
    page.table(headings);
    for (String client : titles.keySet()) {
      List<String> row = new ArrayList<>(List.of(titles.get(client)));
      for (Run<Settings, Cell> run : runs) {
        row.add(
            run.cells().stream()
                .filter(cell -> cell.client().equals(client) && cell.threads() == threads)
                .map(
                    cell -> cell.broken().isEmpty() ? of.apply(cell) : "**" + of.apply(cell) + "**")
                .findFirst()
                .orElse("–"));
      }
      page.row(row);
    }
  }

  private static String percent(double value) {
    // Not rounded up to a hundred.
    return String.format(Locale.ROOT, "%.1f", Math.floor(value * 10) / 10);
  }

  private static String first(Figures figures) {
    return figures.clientFirst() == 0
        ? "server"
        : figures.clientFirst() == figures.last()
            ? "client"
            : "client %d of %d".formatted(figures.clientFirst(), figures.last());
  }
}
