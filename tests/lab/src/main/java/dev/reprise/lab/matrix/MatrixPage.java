package dev.reprise.lab.matrix;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import dev.reprise.lab.Page;
import dev.reprise.lab.Run;
import dev.reprise.lab.matrix.Cell.Part;
import dev.reprise.lab.matrix.Cell.Result;
import dev.reprise.lab.matrix.Cell.Verdict;
import dev.reprise.lab.matrix.Matrix.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

final class MatrixPage {

  private final List<Run<Settings, Result>> runs;
  private final Map<String, String> jdks = new LinkedHashMap<>();
  private final Map<String, String> versions = new LinkedHashMap<>();
  private final Map<String, String> titles = new LinkedHashMap<>();
  private final List<Result> results;
  private final Page page = new Page("Every JDK, every server");

  MatrixPage(List<Run<Settings, Result>> runs) {
    this.runs = runs;
    for (Run<Settings, Result> run : runs) {
      versions.putAll(run.settings().versions());
      titles.putAll(run.settings().titles());
      run.cells().forEach(result -> jdks.put(result.cell().jdk(), run.client()));
    }
    List<String> servers = new ArrayList<>(versions.keySet());
    results =
        runs.stream()
            .flatMap(run -> run.cells().stream())
            .sorted(
                Comparator.comparing((Result result) -> result.cell().part())
                    .thenComparing(result -> servers.indexOf(result.cell().server()))
                    .thenComparing(result -> result.cell().key())
                    .thenComparing(result -> result.cell().tls()))
            .toList();
  }

  Page write() {
    page.provenance(runs);
    page.paragraph(
        "Each client is run %d times in each cell, after %d calls in sequence.",
        runs.get(0).settings().runs(), Cell.WARM_UP);
    page.paragraph(
        "%d cells: **%d hold**, %d are explained, %d differ.",
        results.size(),
        with(Verdict.HOLDS).size(),
        with(Verdict.EXPLAINED).size(),
        with(Verdict.DIFFERS).size());
    grid(
        Part.JDKS,
        "JDKs",
        List.of("server", "JDK", "HttpCore"),
        result ->
            List.of(
                titles.get(result.cell().server()),
                version(result.cell().jdk()),
                result.cell().httpCore()),
        result -> "TLS %s, %s key".formatted(result.cell().tls().number, result.cell().key()));
    grid(
        Part.SERVERS,
        "Servers",
        List.of("server", "TLS"),
        result -> List.of(titles.get(result.cell().server()), result.cell().tls().number),
        result -> "JDK " + version(result.cell().jdk()));
    complaints();
    grid(
        Part.PROVIDERS,
        "Providers",
        List.of("provider", "TLS"),
        result -> List.of(result.cell().provider().toString(), result.cell().tls().number),
        result -> "JDK " + version(result.cell().jdk()));
    exceptions();
    page.section("Versions");
    page.table(List.of("", ""));
    jdks.forEach((name, version) -> page.row("JDK " + name, version));
    versions.forEach(
        (name, version) -> page.row("%s (`%s`)".formatted(titles.get(name), name), version));
    page.leftOut(runs);
    return page;
  }

  private List<Result> with(Verdict verdict) {
    return results.stream().filter(result -> result.verdict() == verdict).toList();
  }

  private String version(String jdk) {
    return jdks.get(jdk).split(" ", 2)[0] + (jdk.startsWith("machine-") ? " (machine)" : "");
  }

  private void grid(
      Part part,
      String title,
      List<String> headings,
      Function<Result, List<String>> row,
      Function<Result, String> column) {
    List<Result> cells = results.stream().filter(one -> one.cell().part() == part).toList();
    if (cells.isEmpty()) {
      return;
    }
    page.section(title);
    page.paragraph("With %s threads.", distinct(cells, result -> result.cell().threads()));
    List<String> columns = cells.stream().map(column).distinct().toList();
    List<String> all = new ArrayList<>(headings);
    all.addAll(columns);
    all.addAll(List.of("connections a run", "they end by"));
    page.table(all);
    by(cells, row)
        .forEach(
            (first, those) -> {
              List<String> line = new ArrayList<>(first);
              columns.forEach(
                  name ->
                      line.add(
                          those.stream()
                              .filter(result -> column.apply(result).equals(name))
                              .map(MatrixPage::both)
                              .collect(joining(" · "))));
              line.add(distinct(those, result -> result.cell().requests()));
              line.add(ends(those));
              page.row(line);
            });
  }

  private static Map<List<String>, List<Result>> by(
      List<Result> cells, Function<Result, List<String>> row) {
    return cells.stream().collect(groupingBy(row, LinkedHashMap::new, toList()));
  }

  private static String distinct(List<Result> cells, Function<Result, Object> property) {
    return cells.stream().map(property).map(String::valueOf).distinct().collect(joining(" / "));
  }

  private static String both(Result result) {
    String text = "%s (%s)".formatted(full(result.reprise()), full(result.stock()));
    return result.verdict() == Verdict.DIFFERS ? "**" + text + "**" : text;
  }

  private static String full(Measured measured) {
    String text = measured.did().full + "/" + measured.did().completed;
    return measured.did().errors == 0
        ? text
        : "%s, %d failed".formatted(text, measured.did().errors);
  }

  private static String ends(List<Result> row) {
    Map<String, Long> ends =
        Measured.sum(row.stream().map(result -> result.reprise().did().closes).toList());
    double all = Math.max(1, ends.values().stream().mapToLong(Long::longValue).sum());
    return ends.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(
            end ->
                String.format(Locale.ROOT, "%s %.1f %%", end.getKey(), 100 * end.getValue() / all))
        .collect(joining(", "));
  }

  private void complaints() {
    page.paragraph("### What the servers log as an error");
    page.table(List.of("server", "TLS", "logged", "with Reprise", "with stock"));
    by(
            results.stream().filter(one -> one.cell().part() == Part.SERVERS).toList(),
            result -> List.of(titles.get(result.cell().server()), result.cell().tls().number))
        .forEach(
            (first, row) -> {
              Map<String, String[]> rates = new TreeMap<>();
              rates(rates, 0, row.stream().map(Result::reprise).toList());
              rates(rates, 1, row.stream().map(Result::stock).toList());
              rates.forEach(
                  (line, rate) ->
                      page.row(
                          first.get(0),
                          first.get(1),
                          "`" + line.replace('|', '/').replace('`', '\'') + "`",
                          rate[0],
                          rate[1]));
            });
  }

  private static void rates(Map<String, String[]> rates, int client, List<Measured> measured) {
    double all =
        Math.max(
            1, measured.stream().mapToLong(one -> one.did().completed + one.did().errors).sum());
    Measured.sum(measured.stream().map(Measured::complaints).toList())
        .forEach(
            (line, count) ->
                rates.computeIfAbsent(line, l -> new String[] {"–", "–"})[client] =
                    String.format(Locale.ROOT, "%.1f", 100 * count / all));
  }

  private void exceptions() {
    page.section("Cells that do not hold");
    page.table(List.of("cells", "how many", "cause"));
    for (Judge.Explanation explanation : Judge.EXPLANATIONS) {
      List<Result> those =
          results.stream().filter(one -> explanation.id().equals(one.explanation())).toList();
      if (!those.isEmpty()) {
        page.row(
            "%s; %s; JDK %s"
                .formatted(
                    explanation.server(),
                    distinct(those, result -> result.cell().tls().label()),
                    distinct(those, result -> result.cell().jdk())),
            those.size(),
            explanation.cause());
      }
    }
    for (Result result : with(Verdict.DIFFERS)) {
      page.row(
          "**%s**".formatted(result.cell().describe()),
          1,
          "not explained: " + String.join("; ", result.faults()).replace('|', '/'));
    }
  }
}
