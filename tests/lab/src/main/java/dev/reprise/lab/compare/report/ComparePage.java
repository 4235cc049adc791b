package dev.reprise.lab.compare.report;

import dev.reprise.lab.Page;
import dev.reprise.lab.Run;
import dev.reprise.lab.compare.Bound;
import dev.reprise.lab.compare.Judged;
import dev.reprise.lab.compare.SetUp;
import dev.reprise.lab.compare.Settings;
import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.ClientRuns;
import dev.reprise.lab.compare.results.CpuShares;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.TurnResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The page {@code compare.md}, and beside the raw data of each run its picture. */
public final class ComparePage {

  private ComparePage() {}

  /** Writes both into a folder; the runs are of one experiment. */
  public static void write(List<Run<Settings, Cell>> runs, Path directory) throws IOException {
    String name = runs.get(0).experiment();
    Optional<SetUp> setUp =
        Arrays.stream(SetUp.values()).filter(one -> one.label().equals(name)).findFirst();
    Page page = new Page(setUp.map(SetUp::title).orElse("HTTPS clients beside each other"));
    setUp.ifPresent(one -> page.paragraph("%s", one.words()));
    page.paragraph(
        "Every answer says `Connection: close`, so each request pays for a TCP connection and a TLS handshake. Each client runs in a JVM of its own; clients take turns in every round.");
    page.provenance(
        runs,
        setUp
            .map(one -> "./compare.sh --experiment " + one.label())
            .orElse("tests/lab.sh compare"));
    setUp.ifPresent(one -> verdicts(page, one, runs));
    List<Column> columns = Column.measuredIn(runs.stream().flatMap(ComparePage::clients).toList());
    page.paragraph("%s", Column.BASIS);
    for (Column column : columns) {
      page.line("- **%s**: %s".formatted(column.heading(), column.explanation()));
    }
    double most =
        runs.stream().mapToDouble(run -> Picture.of(setUp, run.cells()).most()).max().orElse(0);
    for (Run<Settings, Cell> run : runs) {
      Files.writeString(
          directory.resolve(name).resolve(run.file() + ".svg"),
          setUp.isPresent() && setUp.get() == SetUp.SCALING && ScalingChart.fits(run.cells())
              ? ScalingChart.svg(run.cells())
              : Picture.of(setUp, run.cells()).svg(most));
      section(page, run, columns);
    }
    page.write(directory.resolve(name + ".md"));
  }

  private static Stream<ClientRuns> clients(Run<Settings, Cell> run) {
    return run.cells().stream().flatMap(cell -> cell.clients().stream());
  }

  /** What had to come out, and what did. */
  private static void verdicts(Page page, SetUp setUp, List<Run<Settings, Cell>> runs) {
    page.section("What must hold");
    page.paragraph(
        "Medians of the ratios within each round, with the lowest and the highest; a bound holds if the median is within it.");
    page.table(List.of("figure", "must be", "was", "", "Java", "conditions"));
    for (Run<Settings, Cell> run : runs) {
      for (Judged judged : Judged.of(setUp, run)) {
        Bound.Verdict verdict = judged.verdict();
        page.row(
            List.of(
                verdict.figure(),
                verdict.bound(),
                verdict.measured(),
                verdict.holds() ? "holds" : "**misses**",
                run.runtime() + (run.settings().quick() ? ", a quick run" : ""),
                judged.cell().title()));
      }
    }
  }

  /** CPU time for each request in all cells, the clients beside each other. */
  private static void overview(Page page, List<Cell> cells) {
    List<ClientKind> clients =
        cells.stream()
            .flatMap(cell -> cell.clients().stream())
            .map(ClientRuns::client)
            .distinct()
            .sorted()
            .toList();
    byClient(
        page,
        "CPU ms a request (lowest–highest)",
        cells,
        clients,
        (cell, client) ->
            cell.runs(client)
                .map(ClientRuns::summary)
                .map(
                    summary ->
                        "%s (%s–%s)"
                            .formatted(
                                Figures.millis(summary.cpuMillisPerRequest()),
                                Figures.millis(summary.lowestCpu()),
                                Figures.millis(summary.highestCpu()))));
    if (cells.stream().anyMatch(cell -> cell.peers() > 1)) {
      heap(page, cells, clients);
    }
  }

  /** A table with a row for each cell and a column for each client. */
  private static void byClient(
      Page page,
      String figure,
      List<Cell> cells,
      List<ClientKind> clients,
      BiFunction<Cell, ClientKind, Optional<String>> of) {
    page.table(Stream.concat(Stream.of(figure), clients.stream().map(ClientKind::label)).toList());
    for (Cell cell : cells) {
      Stream<String> figures =
          clients.stream().map(client -> of.apply(cell, client).orElse(Figures.NONE));
      page.row(Stream.concat(Stream.of(cell.title()), figures).toList());
    }
  }

  /** What is alive on the heap, from which follows what a peer or a lane takes. */
  private static void heap(Page page, List<Cell> cells, List<ClientKind> clients) {
    page.paragraph(
        "What is alive after the last round. Bytes a lane: the growth from one peer to many by the lanes that came with them, of which a new one is made for each peer that has none; stock keeps a session for each peer too.");
    byClient(
        page,
        "heap after GC, KiB (lanes)",
        cells,
        clients,
        (cell, client) -> lastTurn(cell, client).map(ComparePage::heap));
    for (ClientKind client : clients) {
      bytesALane(cells, client).ifPresent(text -> page.paragraph("%s", text));
    }
  }

  /** Heap by lane, from the cell with one peer and as many threads to the one with most peers. */
  private static Optional<String> bytesALane(List<Cell> cells, ClientKind client) {
    Cell many = cells.stream().max(Comparator.comparingInt(Cell::peers)).orElseThrow();
    Optional<TurnResult> last = lastTurn(many, client);
    Optional<TurnResult> first =
        cells.stream()
            .filter(cell -> cell.peers() == 1 && cell.threads() == many.threads())
            .findFirst()
            .flatMap(cell -> lastTurn(cell, client));
    if (last.isEmpty() || first.isEmpty() || !last.get().ownCounts.containsKey("lanes")) {
      return Optional.empty();
    }
    long lanes = last.get().ownCounts.get("lanes") - first.get().ownCounts.get("lanes");
    long bytes = last.get().heapBytes - first.get().heapBytes;
    return lanes <= 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s: %,d bytes for each of %,d lanes more.",
                client.label(),
                bytes / lanes,
                lanes));
  }

  private static Optional<TurnResult> lastTurn(Cell cell, ClientKind client) {
    return cell.runs(client)
        .filter(runs -> !runs.rounds().isEmpty())
        .map(runs -> runs.rounds().get(runs.rounds().size() - 1).turn());
  }

  private static String heap(TurnResult turn) {
    Long lanes = turn.ownCounts.get("lanes");
    return String.format(Locale.ROOT, "%,d", turn.heapBytes / 1024)
        + (lanes == null ? "" : String.format(Locale.ROOT, " (%,d)", lanes));
  }

  /** Where the CPU time goes, for those that a profiler looked at. */
  private static void shares(Page page, List<Cell> cells) {
    page.paragraph(
        "### Where the CPU time goes, in µs an exchange\n\nBy async-profiler, after the warm-up. A sample counts for the innermost frame that is of any of the parts; with a native provider its TLS counts as cryptography.");
    List<String> headings = new ArrayList<>(List.of("cell", "client", "all"));
    Arrays.stream(CpuShares.Part.values()).map(CpuShares.Part::label).forEach(headings::add);
    page.table(headings);
    for (Cell cell : cells) {
      for (ClientRuns client : cell.clients()) {
        if (client.cpu() != null) {
          List<String> row =
              new ArrayList<>(
                  List.of(
                      cell.title(),
                      client.client().label(),
                      String.format(Locale.ROOT, "%.0f", client.cpu().total())));
          for (CpuShares.Part part : CpuShares.Part.values()) {
            row.add(
                String.format(Locale.ROOT, "%.0f", client.cpu().micros().getOrDefault(part, 0.0)));
          }
          page.row(row);
        }
      }
    }
  }

  private static void section(Page page, Run<Settings, Cell> run, List<Column> columns) {
    page.section("Clients on Java " + run.runtimes().get(Run.CLIENT));
    page.paragraph(
        "Against %s%s.%s",
        run.settings().target(),
        run.runtimes().containsKey(Run.SERVER) ? ", on Java " + run.runtimes().get(Run.SERVER) : "",
        run.settings().quick() ? " **A quick run, whose figures are rough.**" : "");
    page.paragraph("![The clients beside each other](%s/%s.svg)", run.experiment(), run.file());
    if (run.cells().size() > 1) {
      overview(page, run.cells());
    }
    for (Cell cell : run.cells()) {
      page.paragraph(
          "### %s: %d × %d requests", cell.title(), cell.roundCount(), cell.requestsPerTurn());
      page.table(
          Stream.concat(Stream.of("client"), columns.stream().map(Column::heading)).toList());
      for (ClientRuns client : cell.clients()) {
        page.row(
            Stream.concat(
                    Stream.of(client.client().label()),
                    columns.stream().map(column -> column.figure(client)))
                .toList());
      }
      for (ClientRuns client : cell.clients()) {
        if (client.failure() != null) {
          page.paragraph("%s: %s", client.client().label(), client.failure());
        }
      }
    }
    if (clients(run).anyMatch(client -> client.cpu() != null)) {
      shares(page, run.cells());
    }
    for (String note : run.notes()) {
      page.paragraph("Note: %s", note);
    }
  }
}
