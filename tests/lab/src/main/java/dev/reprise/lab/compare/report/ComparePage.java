package dev.reprise.lab.compare.report;

import dev.reprise.lab.Page;
import dev.reprise.lab.Run;
import dev.reprise.lab.compare.Settings;
import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.ClientRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The page {@code compare.md}, and beside the raw data of each run its picture. */
public final class ComparePage {

  private ComparePage() {}

  /** Writes both into a folder. */
  public static void write(List<Run<Settings, Cell>> runs, Path directory) throws IOException {
    Page page = new Page("HTTPS clients beside each other");
    page.paragraph(
        "Every answer says `Connection: close`, so each request pays for a TCP connection and a TLS handshake. Each client runs in a JVM of its own; clients take turns in every round.");
    page.provenance(runs);
    page.paragraph("%s", TextTable.legend().replace('\n', ' ').strip());
    for (Run<Settings, Cell> run : runs) {
      Files.writeString(
          directory.resolve(run.experiment()).resolve(run.file() + ".svg"),
          Picture.of(run.cells()));
      section(page, run);
    }
    page.write(directory.resolve(runs.get(0).experiment() + ".md"));
  }

  private static void section(Page page, Run<Settings, Cell> run) {
    page.section("Clients on Java " + run.runtimes().get(Run.CLIENT));
    page.paragraph(
        "Against %s%s.%s",
        run.settings().target(),
        run.runtimes().containsKey(Run.SERVER) ? ", on Java " + run.runtimes().get(Run.SERVER) : "",
        run.settings().quick() ? " **A quick run, whose figures are rough.**" : "");
    page.paragraph("![Requests per second](%s/%s.svg)", run.experiment(), run.file());
    for (Cell cell : run.cells()) {
      page.paragraph(
          "### %s: %d × %d requests", cell.title(), cell.roundCount(), cell.requestsPerTurn());
      List<String> headings = new ArrayList<>(List.of("client"));
      headings.addAll(Figures.HEADINGS);
      page.table(headings);
      for (ClientRuns client : cell.clients()) {
        page.row(
            Stream.concat(Stream.of(client.client().label()), Figures.of(client).stream())
                .toList());
      }
      for (ClientRuns client : cell.clients()) {
        if (client.failure() != null) {
          page.paragraph("%s: %s", client.client().label(), client.failure());
        }
      }
    }
    for (String note : run.notes()) {
      page.paragraph("Note: %s", note);
    }
  }
}
