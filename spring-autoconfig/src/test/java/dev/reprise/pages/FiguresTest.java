package dev.reprise.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each figure of README is that of the measured page, in the row and column that it names. */
class FiguresTest {

  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern FIGURE = Pattern.compile("[0-9][0-9,]*(\\.[0-9]+)?");

  private static final String CLOSED_LOOP = "TLS 1.3, 16 threads";
  private static final String OPEN_LOOP = "TLS 1.3";
  private static final String BEFORE = "HttpClient 4.5.14";
  private static final String AFTER = "Reprise over HttpClient 4.5.14";

  /** README's row; the measured page, its table and column; its rows, for each figure in turn. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "handshakes resumed |compare.md|" + CLOSED_LOOP + "|resumed|" + BEFORE + ";" + AFTER,
        "CPU time of the client per call |compare.md|"
            + (CLOSED_LOOP + "|CPU per call, ms|" + BEFORE + ";" + AFTER),
        "calls per second |compare.md|"
            + (CLOSED_LOOP + "|calls per second|" + BEFORE + ";" + AFTER),
        "median call, round trip 20 ms, with `reprise.preconnect.max-per-peer` |compare.md|"
            + (OPEN_LOOP + "|median, ms|" + BEFORE + ";Reprise, preconnecting;" + AFTER + ";")
            + "HttpClient 4.5.14, keep-alive",
      })
  void theTable(String row, String page, String table, String column, String measuredRows)
      throws IOException {
    List<String> cells = row(lines("README.md"), "", row);
    List<String> figures = figures(String.join(" ", cells.subList(1, cells.size())));
    assertThat(figures).isEqualTo(measured(page, table, column, measuredRows));
  }

  /** The text in place of README's picture. */
  @ParameterizedTest
  @CsvSource({"'CPU per call, ms', 'CPU per call'", "resumed, 'Handshakes resumed'"})
  void thePicture(String column, String words) throws IOException {
    String picture =
        lines("README.md").stream().filter(line -> line.startsWith("![CPU")).findFirst().get();
    String rest = picture.substring(picture.indexOf(words));
    String sentence = rest.contains("JDK 17: ") ? rest.split("JDK 17: ")[1].split("\\. ")[0] : rest;
    assertThat(figures(sentence.replaceAll("\\]\\(.*", "")))
        .isEqualTo(
            measured(
                "compare.md", CLOSED_LOOP, column, "HttpsURLConnection;" + BEFORE + ";" + AFTER));
  }

  private static List<String> measured(String page, String table, String column, String rows)
      throws IOException {
    List<String> lines = lines("docs/measured/" + page);
    int at = row(lines, table, table).indexOf(column);
    assertThat(at).as(column).isPositive();
    return Arrays.stream(rows.split(";"))
        .map(row -> figures(row(lines, table, row).get(at)).get(0))
        .toList();
  }

  /** The cells of a row, of the table whose heading begins with this cell. */
  private static List<String> row(List<String> lines, String table, String row) {
    return lines.stream()
        .dropWhile(line -> !line.startsWith(("| " + table + " |").replace("|  |", "| |")))
        .filter(line -> line.startsWith("| " + row + " |"))
        .map(line -> Arrays.stream(line.split("\\|")).map(String::trim).skip(1).toList())
        .findFirst()
        .orElseThrow(() -> new AssertionError("No row '" + row + "'"));
  }

  private static List<String> figures(String text) {
    return FIGURE.matcher(text).results().map(found -> found.group()).toList();
  }

  private static List<String> lines(String page) throws IOException {
    return Files.readAllLines(PROJECT.resolve(page));
  }
}
