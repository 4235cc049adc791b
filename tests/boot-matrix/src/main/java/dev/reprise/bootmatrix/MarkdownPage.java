package dev.reprise.bootmatrix;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page with the table of cases and cells. */
final class MarkdownPage {

  private static final String HEAD =
      """
      # Spring Boot matrix

      One jar of the starter in applications of all generations of Spring Boot from 2.7 on, each with the parent, the class path and the Java versions of its own. \
      They call the [demo server](../../demo-server/README.md), which answers every request with `Connection: close`, %s times in each case.

      **1 + 4** means that Reprise made the calls, with one full handshake and four resumed ones: the application's count, and the server's too (of the sample application, what its actuator endpoint tells). \
      ✓ means that the case holds with no call by Reprise, most often since the application chose a sender or client of its own, and that one was used. \
      – means that this generation has nothing of the kind.

      """;

  private MarkdownPage() {}

  static String of(Results results) {
    StringBuilder page = new StringBuilder(HEAD.formatted(SampleRun.CALLS));
    row(page, "", results.cells().stream().map(CellResult::boot));
    row(page, "---", results.cells().stream().map(cell -> "---"));
    row(page, "Spring-WS", results.cells().stream().map(CellResult::springWs));
    row(page, "Java", results.cells().stream().map(CellResult::javaVersion));
    for (String name : results.caseNames()) {
      row(page, name, results.cells().stream().map(cell -> entry(cell, name)));
    }
    page.append(
        "%nWritten on %s by `tests/boot-matrix/run.sh`, on %s, of commit %s, Reprise %s; [the cases](../../tests/boot-matrix).%n"
            .formatted(results.date(), results.system(), results.commit(), results.version()));
    List<String> failures =
        results.cells().stream()
            .flatMap(
                cell ->
                    cell.cases().stream()
                        .filter(made -> !made.passed())
                        .map(
                            made ->
                                "- Boot %s, Java %s, %s: %s"
                                    .formatted(
                                        cell.boot(), cell.java(), made.name(), made.error())))
            .toList();
    if (!failures.isEmpty()) {
      page.append("\nWhat does not hold:\n\n").append(String.join("\n", failures)).append('\n');
    }
    return page.toString();
  }

  private static void row(StringBuilder page, String first, Stream<String> others) {
    page.append(others.collect(Collectors.joining(" | ", "| " + first + " | ", " |\n")));
  }

  private static String entry(CellResult cell, String name) {
    return cell.find(name).map(MarkdownPage::entry).orElse("–");
  }

  private static String entry(CaseResult result) {
    if (!result.passed()) {
      return "**✗**";
    }
    JsonNode client = result.seen() == null ? null : result.seen().path("client");
    return client != null && client.path("full").asLong() > 0
        ? client.path("full").asLong() + " + " + client.path("resumed").asLong()
        : "✓";
  }
}
