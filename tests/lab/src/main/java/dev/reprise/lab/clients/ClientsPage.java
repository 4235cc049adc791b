package dev.reprise.lab.clients;

import dev.reprise.lab.Page;
import dev.reprise.lab.Run;
import dev.reprise.lab.clients.Clients.Cell;
import dev.reprise.lab.clients.Clients.Settings;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The page {@code clients.md}. */
final class ClientsPage {

  private ClientsPage() {}

  static Page of(List<Run<Settings, Cell>> runs) {
    Page page = new Page("Clients");
    page.provenance(runs);
    Settings settings = runs.get(0).settings();
    page.paragraph(
        "%d calls by each thread, then %d by one, each client %d times.",
        settings.calls(), settings.last(), settings.runs());
    page.table(
        List.of(
            "client",
            "JDK",
            "threads",
            "full of all",
            "resumed",
            "and after each lane's first",
            "threads started a handshake",
            "reset",
            "closes first"));
    // Rows of one client stand together.
    TreeMap<Integer, Object[]> rows = new TreeMap<>();
    List<String> clients = List.copyOf(settings.titles().keySet());
    for (Run<Settings, Cell> run : runs) {
      for (Cell cell : run.cells()) {
        rows.put(clients.indexOf(cell.client()) * 1_000 + rows.size(), row(run, cell));
      }
    }
    rows.values().forEach(page::row);
    page.section("What does not hold");
    page.line("");
    runs.forEach(
        run ->
            run.cells().stream()
                .filter(cell -> !cell.broken().isEmpty())
                .forEach(cell -> page.line("- %s", Clients.words(run, cell))));
    page.leftOut(runs);
    return page;
  }

  private static Object[] row(Run<Settings, Cell> run, Cell cell) {
    Figures stock = cell.stock();
    Figures reprise = cell.reprise();
    String title = run.settings().titles().get(cell.client());
    return new Object[] {
      cell.broken().isEmpty() ? title : "**" + title + "**",
      run.runtime(),
      cell.threads(),
      "%,d / %,d of %,d".formatted(stock.full(), reprise.full(), reprise.handshakes()),
      percent(stock.resumedPercent()) + " / " + percent(reprise.resumedPercent()),
      percent(reprise.resumedAfterFirstPercent()),
      "%.2f / %.2f".formatted(stock.threadsPerHandshake(), reprise.threadsPerHandshake()),
      "%,d / %,d".formatted(stock.resets(), reprise.resets()),
      first(stock) + " / " + first(reprise)
    };
  }

  private static String percent(double value) {
    // Not rounded up to a hundred.
    return String.format(Locale.ROOT, "%.1f %%", Math.floor(value * 10) / 10);
  }

  private static String first(Figures figures) {
    return figures.clientFirst() == 0
        ? "server"
        : figures.clientFirst() == figures.last()
            ? "client"
            : "client %d of %d".formatted(figures.clientFirst(), figures.last());
  }
}
