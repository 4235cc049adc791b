package dev.reprise.lab.matrix;

import dev.reprise.lab.Chance;
import dev.reprise.lab.Page;
import dev.reprise.lab.matrix.server.KeyType;
import dev.reprise.lab.matrix.server.TlsVersion;
import dev.reprise.subject.CryptoProvider;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The page {@code matrix.md}. */
final class ResultsPage {

  private final Results results;
  private final List<Explanation> explanations;
  private final Page page = new Page("Every JDK, every server");

  ResultsPage(Results results, List<Explanation> explanations) {
    this.results = results;
    this.explanations = explanations;
  }

  Page page() {
    head();
    if (!results.of(Part.JDKS).isEmpty()) {
      jdks();
    }
    if (!results.of(Part.SERVERS).isEmpty()) {
      servers();
    }
    if (!results.of(Part.PROVIDERS).isEmpty()) {
      providers();
    }
    exceptions();
    versions();
    return page;
  }

  private void head() {
    page.provenance(results.runs());
    page.paragraph(
        "Each server answers every request with `Connection: close` and speaks one TLS version."
            + " The clients keep the JDK's defaults.");
    line(
        "Figures are full handshakes / all connections, Reprise's first, then in brackets those of"
            + " stock, which is HttpClient with its own connection manager, on the same HttpCore."
            + " Each thread's first is among them.");
    line(
        "Each client is run %d times in each cell, and figures are the sums. A run begins with %d calls in sequence. A cell holds when Reprise makes no more full handshakes than stock, and in each run no more than one for each thread,",
        results.runs().get(0).settings().runs(), Cell.WARM_UP);
    line(
        "no request fails, no thread is started, and listener, trust manager and server count the"
            + " same handshakes.");
    line("Which thread finds a ticket is chance: 'more' is by a %s.", Chance.RULE);
    page.paragraph(
        "%d cells: **%d hold**, %d are explained, %d differ.",
        results.cells().size(),
        results.with(Verdict.HOLDS).size(),
        results.with(Verdict.EXPLAINED).size(),
        results.with(Verdict.DIFFERS).size());
  }

  private void jdks() {
    List<CellResult> cells = results.of(Part.JDKS);
    page.section("JDKs");
    page.paragraph(
        "Against %s, with %s threads, which are to make %s connections a run; cells of one row are parted by ·.",
        results.titles().get(cells.get(0).cell().server()), threads(cells), requests(cells));
    page.table(
        List.of(
            "JDK",
            "HttpCore",
            "TLS 1.3, EC key",
            "TLS 1.3, RSA key",
            "TLS 1.2, EC key",
            "TLS 1.2, RSA key"));
    for (String jdk : distinct(cells, result -> result.cell().jdk())) {
      for (String core : distinct(cells, result -> result.cell().httpCore())) {
        List<CellResult> row =
            cells.stream()
                .filter(result -> result.cell().jdk().equals(jdk))
                .filter(result -> result.cell().httpCore().equals(core))
                .toList();
        if (!row.isEmpty()) {
          page.row(
              List.of(
                  version(jdk),
                  core,
                  group(row, TlsVersion.TLS13, KeyType.EC),
                  group(row, TlsVersion.TLS13, KeyType.RSA),
                  group(row, TlsVersion.TLS12, KeyType.EC),
                  group(row, TlsVersion.TLS12, KeyType.RSA)));
        }
      }
    }
  }

  private static String group(List<CellResult> row, TlsVersion tls, KeyType key) {
    return both(
        row.stream()
            .filter(result -> result.cell().tls() == tls && result.cell().key() == key)
            .toList());
  }

  private void servers() {
    List<CellResult> cells = results.of(Part.SERVERS);
    List<String> jdks = distinct(cells, result -> result.cell().jdk());
    page.section("Servers");
    page.paragraph(
        "With %s threads, whose cells are parted by ·. How Reprise's connections ended: by close_notify, EOF without it, reset, or past the close wait.",
        threads(cells));
    byJdks(jdks, "server", "TLS", "connections");
    for (List<CellResult> row : serverRows(cells)) {
      Cell cell = row.get(0).cell();
      page.row(
          List.of(
              results.titles().get(cell.server()),
              cell.tls().number(),
              requests(row),
              byJdk(row, jdks),
              ends(row)));
    }
    serverErrors(cells);
  }

  private void providers() {
    List<CellResult> cells = results.of(Part.PROVIDERS);
    List<String> jdks = distinct(cells, result -> result.cell().jdk());
    page.section("Providers");
    page.paragraph(
        "Against %s, with an EC key, with %s threads, which are to make %s connections a run. Both clients have the provider, registered before the JDK's own. A cell holds only if Reprise refuses the server by a name that its certificate lacks. WildFly OpenSSL offers TLS 1.3 only where a cipher suite of it is named, and is told one, with stock too.",
        results.titles().get(cells.get(0).cell().server()), threads(cells), requests(cells));
    byJdks(jdks, "provider", "TLS");
    for (CryptoProvider provider : CryptoProvider.values()) {
      for (TlsVersion tls : TlsVersion.values()) {
        List<CellResult> row =
            cells.stream()
                .filter(result -> result.cell().provider() == provider)
                .filter(result -> result.cell().tls() == tls)
                .toList();
        if (!row.isEmpty()) {
          page.row(List.of(provider.label(), tls.number(), byJdk(row, jdks), ends(row)));
        }
      }
    }
  }

  /** Begins a table with some columns, then one for each JDK, and how connections ended. */
  private void byJdks(List<String> jdks, String... first) {
    List<String> headings = new ArrayList<>(List.of(first));
    jdks.forEach(jdk -> headings.add("JDK " + version(jdk)));
    headings.add("they end by");
    page.table(headings);
  }

  private static String byJdk(List<CellResult> row, List<String> jdks) {
    return jdks.stream()
        .map(jdk -> both(row.stream().filter(result -> result.cell().jdk().equals(jdk)).toList()))
        .collect(Collectors.joining(" | "));
  }

  private static String threads(List<CellResult> cells) {
    return join(" / ", cells, result -> String.valueOf(result.cell().threads()));
  }

  /** Results of one server and TLS version each. */
  private static List<List<CellResult>> serverRows(List<CellResult> cells) {
    List<List<CellResult>> rows = new ArrayList<>();
    for (String server : distinct(cells, result -> result.cell().server())) {
      for (TlsVersion tls : TlsVersion.values()) {
        List<CellResult> row =
            cells.stream()
                .filter(result -> result.cell().server().equals(server))
                .filter(result -> result.cell().tls() == tls)
                .toList();
        if (!row.isEmpty()) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  private void serverErrors(List<CellResult> cells) {
    page.paragraph("### What the servers log as an error");
    page.paragraph(
        "Lines for each 100 connections, over all JDKs and thread counts. Servers that are not here logged none.");
    page.table(List.of("server", "TLS", "logged", "with Reprise", "with stock"));
    for (List<CellResult> row : serverRows(cells)) {
      Map<String, Double> reprise = errorRates(row, CellResult::reprise);
      Map<String, Double> stock = errorRates(row, CellResult::stock);
      Map<String, Double> all = new TreeMap<>(reprise);
      stock.forEach(all::putIfAbsent);
      Cell cell = row.get(0).cell();
      for (String message : all.keySet()) {
        page.row(
            List.of(
                results.titles().get(cell.server()),
                cell.tls().number(),
                "`" + message.replace('|', '/').replace('`', '\'') + "`",
                rate(reprise.get(message)),
                rate(stock.get(message))));
      }
    }
  }

  private static Map<String, Double> errorRates(
      List<CellResult> row, Function<CellResult, Measured> client) {
    List<Measured> measured = row.stream().map(client).filter(Objects::nonNull).toList();
    double connections =
        Math.max(1, measured.stream().mapToLong(one -> one.completed() + one.errors()).sum());
    Map<String, Double> rates = new TreeMap<>();
    for (Measured one : measured) {
      one.serverErrors()
          .forEach((line, count) -> rates.merge(line, 100 * count / connections, Double::sum));
    }
    return rates;
  }

  private static String rate(Double rate) {
    return rate == null ? "–" : String.format(Locale.ROOT, "%.1f", rate);
  }

  private void exceptions() {
    List<CellResult> explained = results.with(Verdict.EXPLAINED);
    List<CellResult> differing = results.with(Verdict.DIFFERS);
    page.section("Cells that do not hold");
    if (explained.isEmpty() && differing.isEmpty()) {
      page.paragraph("None.");
      return;
    }
    page.table(List.of("cells", "how many", "cause"));
    for (Explanation explanation : explanations) {
      List<CellResult> those =
          explained.stream()
              .filter(result -> explanation.id().equals(result.explanation()))
              .toList();
      if (!those.isEmpty()) {
        line("| %s | %d | %s |", names(those), those.size(), explanation.cause());
      }
    }
    for (CellResult result : differing) {
      line(
          "| **%s** | 1 | not explained: %s |",
          result.cell().describe(), String.join("; ", result.faults()).replace('|', '/'));
    }
  }

  private static String names(List<CellResult> cells) {
    return "%s; %s; %s key; JDK %s"
        .formatted(
            join(", ", cells, result -> result.cell().server()),
            join(", ", cells, result -> result.cell().tls().label()),
            join(", ", cells, result -> result.cell().key().label()),
            join(", ", cells, result -> result.cell().jdk()));
  }

  private void versions() {
    page.section("Versions");
    line("");
    line("| | |");
    line("|---|---|");
    results.jdks().forEach((name, version) -> line("| JDK %s | %s |", name, version));
    results
        .servers()
        .forEach(
            (name, version) ->
                line("| %s (`%s`) | %s |", results.titles().get(name), name, version));
    page.paragraph(
        "HttpCore 4.4.13 runs under HttpClient 4.5.13, HttpCore 4.4.16 under HttpClient 4.5.14.");
    if (!results.notes().isEmpty()) {
      page.paragraph("Left out:");
      line("");
      results.notes().forEach(why -> line("- %s", why));
    }
  }

  private static String requests(List<CellResult> cells) {
    return join(" / ", cells, result -> String.valueOf(result.cell().requests()));
  }

  /** Full handshakes of Reprise and of stock in each of these cells. */
  private static String both(List<CellResult> cells) {
    return cells.stream().map(ResultsPage::both).collect(Collectors.joining(" · "));
  }

  private static String both(CellResult result) {
    String text = "%s (%s)".formatted(full(result.reprise()), full(result.stock()));
    return result.verdict() == Verdict.DIFFERS ? "**" + text + "**" : text;
  }

  private static String full(Measured measured) {
    if (measured.completed() == 0) {
      return "no connection";
    }
    String text = measured.full() + "/" + measured.completed();
    return measured.errors() == 0 ? text : "%s, %d failed".formatted(text, measured.errors());
  }

  private static String ends(List<CellResult> row) {
    Map<String, Long> ends = new TreeMap<>();
    row.forEach(
        result ->
            result.reprise().closes().forEach((end, count) -> ends.merge(end, count, Long::sum)));
    long all = Math.max(1, ends.values().stream().mapToLong(Long::longValue).sum());
    return ends.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(
            end ->
                end.getValue() == all
                    ? end.getKey()
                    : String.format(
                        Locale.ROOT, "%s %.1f %%", end.getKey(), 100.0 * end.getValue() / all))
        .collect(Collectors.joining(", "));
  }

  private String version(String jdk) {
    String told = results.jdks().get(jdk);
    return told == null
        ? jdk
        : told.split(" ", 2)[0] + (jdk.startsWith("machine-") ? " (machine)" : "");
  }

  private static String join(
      String separator, List<CellResult> cells, Function<CellResult, String> property) {
    return String.join(separator, distinct(cells, property));
  }

  private static <T> List<T> distinct(
      Collection<CellResult> cells, Function<CellResult, T> property) {
    return cells.stream().map(property).distinct().toList();
  }

  private void line(String format, Object... arguments) {
    page.line(format, arguments);
  }
}
