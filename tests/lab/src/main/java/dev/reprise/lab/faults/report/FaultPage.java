package dev.reprise.lab.faults.report;

import dev.reprise.lab.Page;
import dev.reprise.lab.Run;
import dev.reprise.lab.faults.Faults;
import dev.reprise.lab.faults.Promises;
import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The page {@code faults.md}. */
public final class FaultPage {

  /** Less is the machine's. */
  private static final int SLOWER_MILLIS = 5;

  private final List<Run<Faults.Settings, Cell>> results;
  private final List<Cell> cells;
  private final Explanations explanations = new Explanations();
  private final List<FaultCase> unexplained = new ArrayList<>();
  private final Page page = new Page("Faults");

  private FaultPage(List<Run<Faults.Settings, Cell>> results) {
    this.results = results;
    cells = results.stream().flatMap(r -> r.cells().stream()).toList();
  }

  /**
   * Writes the page, and tells which faults have cells that differ between the clients without an
   * explanation.
   */
  public static List<FaultCase> write(List<Run<Faults.Settings, Cell>> results, Path file)
      throws IOException {
    FaultPage page = new FaultPage(results);
    page.head();
    for (Section section : Section.values()) {
      page.section(section);
    }
    page.known();
    page.slower();
    page.foot();
    page.page.write(file);
    return page.unexplained;
  }

  private void head() {
    page.paragraph(
        "What a caller meets when the server or the network misbehaves: the stock HttpClient 4.5.14 beside the same client over Reprise, both with default settings, on JDK %s. The command fails when Reprise breaks a promise.",
        results.stream().map(Run::runtime).collect(Collectors.joining(", ")));
    page.provenance(results);
    page.paragraph(
        "The machine was shared with other work, so single milliseconds are not to be compared. The server is a process of its own, on JDK %s.",
        results.stream()
            .map(run -> run.versionOf(Run.SERVER))
            .distinct()
            .collect(Collectors.joining(", ")));
    int timeout = results.get(0).settings().timeoutMillis();
    line("");
    line(
        "- **Held**: milliseconds beyond an undisturbed call made just before, TLS 1.2 / TLS 1.3 (one figure where they are alike); for aborts from `abort()` until the caller has its thread back; for a server that does not close, both calls from the response's head on, since a handshake varies by more than what is asked there. Median of "
            + numbersOfTries()
            + " tries, then over JDKs; JDKs that are far off stand in brackets. Connect and read timeout are "
            + timeout
            + " ms, the close wait is "
            + Promises.CLOSE_WAIT_MILLIS
            + " ms.");
    if (cells.stream().anyMatch(cell -> cell.client.equals(Promises.WITH_SPARES))) {
      line(
          "- **With spares**: Reprise with `maxSparesPerPeer` 1, its spare opened when the fault was there already. What is promised is the same, but for the next call, whose ticket a spare may have. Each try has a client of its own, since a peer that reset a spare, or did not answer on one, gets no more for a while.");
    }
    line("- **Next**: whether the next call resumes the session, by the trust manager's count.");
    line("- Calls that no timeout ends are aborted after " + 4 * timeout + " ms. Retries are off.");
    String left =
        cells.stream()
            .filter(cell -> !cell.left.isEmpty())
            .map(
                cell ->
                    "%s %s %s %s: %s"
                        .formatted(cell.client, cell.jdk, cell.protocol, cell.fault, cell.left))
            .collect(Collectors.joining("; "));
    line(
        "- Left over after each fault (threads, sockets by `/proc/self/fd`, leased lanes, leased connections): "
            + (left.isEmpty() ? "nothing, in all " + cells.size() + " cells." : left + "."));
    line("");
  }

  private String numbersOfTries() {
    return results.stream()
        .map(run -> run.settings().tries())
        .distinct()
        .sorted()
        .map(String::valueOf)
        .collect(Collectors.joining(" or (**unequal**: to be measured again) "));
  }

  private void section(Section section) {
    List<FaultCase> faults =
        section.faults().stream().filter(fault -> !row(fault, "reprise").isEmpty()).toList();
    if (faults.isEmpty()) {
      return;
    }
    line("## " + section.title());
    line("");
    boolean spares = !of(faults, Promises.WITH_SPARES).isEmpty();
    line(
        "| fault | held, stock | held, Reprise | "
            + (spares ? "held, with spares | " : "")
            + "next, stock | next, Reprise | Reprise tells |");
    line("|---|---|---|---|---|---|" + (spares ? "---|" : ""));
    for (FaultCase fault : faults) {
      Row stock = row(fault, "stock");
      Row reprise = row(fault, "reprise");
      page.line(
          "| %s | %s | %s | %s%s | %s | %s |",
          fault.words(),
          stock.held(),
          reprise.held(),
          spares ? row(fault, Promises.WITH_SPARES).heldOnSpares() + " | " : "",
          stock.next(),
          reprise.next(),
          told(reprise));
    }
    line("");
    endings(faults);
    explanations(faults);
  }

  /** How far the request had come, and how the connection ended. */
  private static String told(Row reprise) {
    List<String> told = new ArrayList<>();
    if (!reprise.progress().isEmpty()) {
      told.add("request " + reprise.progress());
    }
    if (!reprise.closes().isEmpty()) {
      told.add("close " + reprise.closes());
    }
    return String.join("; ", told);
  }

  private List<Cell> of(List<FaultCase> faults, String client) {
    return cells.stream()
        .filter(cell -> cell.client.equals(client))
        .filter(cell -> faults.contains(FaultCase.labelled(cell.fault)))
        .toList();
  }

  private void endings(List<FaultCase> faults) {
    boolean spares = !of(faults, Promises.WITH_SPARES).isEmpty();
    line("<details><summary>How the calls end</summary>");
    line("");
    line("| fault | stock | Reprise |" + (spares ? " with spares |" : ""));
    line("|---|---|---|" + (spares ? "---|" : ""));
    for (FaultCase fault : faults) {
      String stock = row(fault, "stock").endings();
      String reprise = row(fault, "reprise").endings();
      String withSpares = row(fault, Promises.WITH_SPARES).endings();
      page.line(
          "| %s | %s | %s |%s",
          fault.label(),
          stock,
          reprise.equals(stock) ? "the same" : reprise,
          spares ? " " + (withSpares.equals(reprise) ? "as without" : withSpares) + " |" : "");
    }
    line("");
    line("</details>");
    line("");
  }

  private void explanations(List<FaultCase> faults) {
    for (FaultCase fault : faults) {
      String text = explanations.of(fault);
      if (text == null && differs(fault)) {
        unexplained.add(fault);
        text = "not explained yet.";
      }
      if (text != null) {
        line("- *" + fault.words() + "*: " + text);
      }
    }
    line("");
  }

  private boolean differs(FaultCase fault) {
    Row stock = row(fault, "stock");
    Row reprise = row(fault, "reprise");
    return !stock.isEmpty()
        && (!reprise.alwaysResumes()
            || !stock.alwaysResumes()
            || !reprise.kindsOfEnding().equals(stock.kindsOfEnding())
            || reprise.heldUnlike(stock)
            || !reprise.rescued().isEmpty()
            || !reprise.left().isEmpty());
  }

  private void foot() {
    page.section("Bounds");
    line("");
    line(
        "Medians of all tries of Reprise on the JDK where they are worst, and beside them the worst single try of all. Medians past the bound fail the command, and so does a single try that pays a timeout twice. The short form, for machines that are busy with other things, allows 300 ms more. A call that waits for nothing but the peer has 50 ms.");
    line("");
    line("| bound | must be | worst median | | where | worst single try, call and all |");
    line("|---|---|---|---|---|---|");
    Bounds.of(cells).forEach(this::line);
  }

  /** Faults that hold a caller of Reprise for longer than one of stock. */
  private void slower() {
    List<FaultCase> faults =
        Arrays.stream(FaultCase.values())
            .filter(fault -> !row(fault, "stock").isEmpty() && !row(fault, "reprise").isEmpty())
            .filter(fault -> row(fault, "reprise").slowerThan(row(fault, "stock"), SLOWER_MILLIS))
            .toList();
    page.section("Where Reprise is slower");
    if (faults.isEmpty()) {
      page.paragraph("Nowhere by more than %d ms, by the median over JDKs.", SLOWER_MILLIS);
      return;
    }
    page.paragraph(
        "By more than %d ms, by the median over JDKs. A server that merely keeps its connection open holds a caller of stock for nothing, and one of Reprise for up to the close wait until it is known for it; from one that stops answering stock waits for its read timeout under TLS 1.3.",
        SLOWER_MILLIS);
    page.table(List.of("fault", "held, stock", "held, Reprise"));
    for (FaultCase fault : faults) {
      page.row(List.of(fault.words(), row(fault, "stock").held(), row(fault, "reprise").held()));
    }
  }

  /** A server that does not close is waited for less and less. */
  private void known() {
    List<FaultCase> faults =
        Arrays.stream(FaultCase.values())
            .filter(f -> !row(f, "reprise").known().isEmpty())
            .toList();
    if (faults.isEmpty()) {
      return;
    }
    page.section("Servers known for it");
    page.paragraph(
        "Milliseconds held by the first such answer, then by later ones; medians over JDKs.");
    page.table(
        List.of("fault", "first, stock", "later, stock", "first, Reprise", "later, Reprise"));
    for (FaultCase fault : faults) {
      Row stock = row(fault, "stock");
      Row reprise = row(fault, "reprise");
      page.row(
          List.of(fault.words(), stock.first(), stock.known(), reprise.first(), reprise.known()));
    }
    line("");
  }

  private Row row(FaultCase fault, String client) {
    return new Row(cells, fault, client);
  }

  private void line(String text) {
    page.line(text);
  }
}
