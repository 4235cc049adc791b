package dev.reprise.lab.clients;

import dev.reprise.lab.Chance;
import dev.reprise.lab.Page;
import dev.reprise.lab.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The page {@code clients.md}. */
final class ClientsPage {

  private static final String ABSENT = "–";

  private final List<Run<Settings, Cell>> runs;
  private final Map<String, String> titles = new LinkedHashMap<>();
  private final Page page = new Page("Clients");

  private ClientsPage(List<Run<Settings, Cell>> runs) {
    this.runs = runs;
    runs.forEach(run -> run.settings().titles().forEach(titles::putIfAbsent));
  }

  static Page of(List<Run<Settings, Cell>> runs) {
    ClientsPage clients = new ClientsPage(runs);
    clients.write();
    return clients.page;
  }

  private void write() {
    Settings settings = runs.get(0).settings();
    TreeSet<Integer> threads =
        runs.stream()
            .flatMap(run -> run.cells().stream())
            .map(Cell::threads)
            .collect(Collectors.toCollection(TreeSet::new));
    page.paragraph(
        "Each client of [the recipes](../clients.md) calls a server that answers `Connection: close`, as it is and with Reprise: %d calls by each of %s threads over %s, then %d calls by one thread, each client %d times. Figures are the sums. The server is JSSE on JDK %s, gives one ticket for each handshake, and counts. Each cell is stock / Reprise, which waits up to a second for the server's close here: the machine is shared.",
        settings.calls(),
        threads.stream().map(String::valueOf).collect(Collectors.joining(" and ")),
        settings.tls().replace("v", " "),
        settings.last(),
        settings.runs(),
        runs.get(0).versionOf(Run.SERVER));
    page.paragraph(
        "The command fails where fewer than 99.9 %% of the handshakes after each lane's first are resumed, or where Reprise makes more full handshakes than stock, resets a connection (but for clients that do so by themselves, whatever TLS they have: HttpClient 5's asynchronous one, Reactor Netty), or starts more threads. Which thread finds a ticket is chance with stock: 'more' is by a %s. Timing was not measured.",
        Chance.RULE);
    page.provenance(runs);
    for (int many : threads) {
      table(
          "Full handshakes of all, %d threads".formatted(many),
          many,
          (cell, run) ->
              "%,d / %,d of %,d"
                  .formatted(
                      cell.stock().full(), cell.reprise().full(), cell.reprise().handshakes()));
      table(
          "Resumed of all, %d threads".formatted(many),
          many,
          (cell, run) ->
              percent(cell.stock().resumedPercent())
                  + " / "
                  + percent(cell.reprise().resumedPercent())
                  + " %");
    }
    int most = threads.last();
    table(
        "Threads started for a handshake, %d threads".formatted(most),
        most,
        (cell, run) ->
            String.format(
                Locale.ROOT,
                "%.2f / %.2f",
                cell.stock().threadsPerHandshake(),
                cell.reprise().threadsPerHandshake()));
    table(
        "Connections that the client reset, %d threads".formatted(most),
        most,
        (cell, run) -> "%,d / %,d".formatted(cell.stock().resets(), cell.reprise().resets()));
    table(
        "Who closes first, where the server waits 100 ms",
        threads.first(),
        (cell, run) -> first(cell.stock()) + " / " + first(cell.reprise()));
    resumedAfterFirst();
    notes();
  }

  private void table(String title, int threads, BiFunction<Cell, Run<Settings, Cell>, String> of) {
    page.section(title);
    List<String> headings = new ArrayList<>(List.of("client"));
    runs.forEach(run -> headings.add("JDK " + run.runtime()));
    page.table(headings);
    titles.forEach(
        (client, title1) -> {
          List<String> row = new ArrayList<>(List.of(title1));
          for (Run<Settings, Cell> run : runs) {
            row.add(
                cell(run, client, threads)
                    .map(
                        cell -> cell.broken().isEmpty() ? of.apply(cell, run) : bold(of, cell, run))
                    .orElse(ABSENT));
          }
          page.row(row);
        });
  }

  private static String bold(
      BiFunction<Cell, Run<Settings, Cell>, String> of, Cell cell, Run<Settings, Cell> run) {
    return "**" + of.apply(cell, run) + "**";
  }

  private static Optional<Cell> cell(Run<Settings, Cell> run, String client, int threads) {
    return run.cells().stream()
        .filter(cell -> cell.client().equals(client) && cell.threads() == threads)
        .findFirst();
  }

  private static String percent(double value) {
    // Not rounded up to a hundred.
    return String.format(Locale.ROOT, "%.1f", Math.floor(value * 10) / 10);
  }

  private static String first(Figures figures) {
    long all = figures.serverFirst() + figures.clientFirst();
    if (figures.serverFirst() == all) {
      return "server";
    }
    return figures.clientFirst() == all
        ? "client"
        : "client %d of %d".formatted(figures.clientFirst(), all);
  }

  private void resumedAfterFirst() {
    List<Cell> all = runs.stream().flatMap(run -> run.cells().stream()).toList();
    Function<Cell, Double> resumed = cell -> cell.reprise().resumedAfterFirstPercent();
    page.section("After each lane's first");
    page.paragraph(
        "With Reprise %s %% of the handshakes after each lane's first were resumed, the least of %d cells %s %%.",
        percent(all.stream().map(resumed).mapToDouble(Double::doubleValue).average().orElse(0)),
        all.size(),
        percent(all.stream().map(resumed).mapToDouble(Double::doubleValue).min().orElse(0)));
    List<String> broken =
        runs.stream()
            .flatMap(
                run ->
                    run.cells().stream()
                        .filter(cell -> !cell.broken().isEmpty())
                        .map(
                            cell ->
                                "- %s, %d threads, JDK %s: %s."
                                    .formatted(
                                        titles.get(cell.client()),
                                        cell.threads(),
                                        run.runtime(),
                                        cell.broken())))
            .toList();
    page.line("");
    page.line(broken.isEmpty() ? "Nothing was broken." : "Broken, and in bold above:");
    broken.forEach(line -> page.line("%s", line));
  }

  private void notes() {
    List<String> notes = runs.stream().flatMap(run -> run.notes().stream()).distinct().toList();
    if (!notes.isEmpty()) {
      page.section("Left out");
      page.line("");
      notes.forEach(note -> page.line("- %s", note));
    }
  }
}
