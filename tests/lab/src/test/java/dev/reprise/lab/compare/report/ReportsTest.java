package dev.reprise.lab.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.lab.Run;
import dev.reprise.lab.compare.Settings;
import dev.reprise.lab.compare.results.Cell;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ReportsTest {

  private static final Pattern FETCHED =
      Pattern.compile(
          "(?i)\\b(?:src|href|data|action)\\s*=\\s*[\"'](?!#)|url\\((?!#)|@import|<link|<!DOCTYPE svg");

  @TempDir Path directory;
  private Run<Settings, Cell> results;
  private String html;

  @BeforeEach
  void writeAll() throws Exception {
    Path fixed = Path.of(ReportsTest.class.getResource("results.json").toURI());
    Files.createDirectory(directory.resolve("compare"));
    Files.copy(fixed, directory.resolve("compare").resolve("17.0.1.json"));
    Run<Settings, Cell> raw = read();
    results = raw.withCells(raw.cells().stream().map(Cell::summarized).toList());
    results.write(directory);
    ComparePage.write(List.of(results), directory);
    html = HtmlPage.of(results);
  }

  private Run<Settings, Cell> read() throws IOException {
    return Run.readAll(directory, "compare", Settings.class, Cell.class).get(0);
  }

  @Test
  void thePageFetchesNothing() throws Exception {
    assertThat(FETCHED.matcher(html).results().map(match -> match.group())).isEmpty();
  }

  @Test
  void thePageHasAChartAndARowForEachClient() throws Exception {
    assertThat(html)
        .contains("TLSv1.3, plain HTTP POST, 16 threads, jsse")
        .contains("requests per second")
        .contains("<td>320</td><td>1.50 (1.40–1.60)</td>")
        .contains("<td>200</td><td>1.00 (1.00–1.00)</td>")
        .contains("<strong>okhttp</strong>: does not start: &lt;/script&gt; is no class")
        .contains("a note with &lt;tags&gt; &amp; signs");
    assertThat(parse(svgIn(html)).getElementsByTagName("rect").getLength()).isGreaterThan(4);
  }

  @Test
  void theDataInThePageIsTheDataBesideIt() throws Exception {
    ObjectMapper json = new ObjectMapper();
    Matcher data =
        Pattern.compile(
                "<script type=\"application/json\" id=\"results\">(.*?)</script>", Pattern.DOTALL)
            .matcher(html);

    assertThat(data.find()).isTrue();
    JsonNode beside = json.readTree(directory.resolve("compare").resolve("17.0.1.json").toFile());
    assertThat(json.readTree(data.group(1))).isEqualTo(beside);
    assertThat(read().settings()).isEqualTo(results.settings());
    assertThat(beside.at("/cells/0/clients/2/summary/toHttpClient4/median").asDouble())
        .isEqualTo(1.5);
  }

  @Test
  void thePictureIsAnSvgOfItsOwn() throws Exception {
    Document picture = parse(Files.readString(directory.resolve("compare").resolve("17.0.1.svg")));

    assertThat(picture.getDocumentElement().getNodeName()).isEqualTo("svg");
    assertThat(picture.getDocumentElement().getTextContent())
        .contains("Reprise, HttpClient 4.5.14")
        .contains("CPU ms a request, TLSv1.3")
        .contains("TLSv1.3");
  }

  @Test
  void thePageIsMadeOfTheSameFigures() throws Exception {
    assertThat(Files.readString(directory.resolve("compare.md")))
        .contains("## Clients on Java 17.0.1 Vendor", "A quick run")
        .contains("### TLSv1.3, plain HTTP POST, 16 threads, jsse: 3 × 200 requests")
        .contains("| 320 | 1.50 (1.40–1.60) |")
        .contains("okhttp: does not start", "Commit: not recorded. Reprise 1.2.3.")
        .contains(
            "[17.0.1](compare/17.0.1.json)",
            "![The clients beside each other](compare/17.0.1.svg)");
  }

  @Test
  void aColumnThatNobodyHasFiguresForIsLeftOut() throws Exception {
    List<Cell> cells = results.cells();

    assertThat(
            List.of(
                Files.readString(directory.resolve("compare.md")),
                html.substring(0, html.indexOf("<script")),
                TextTable.of(cells.get(0)),
                TextTable.legend(cells)))
        .allSatisfy(text -> assertThat(text).contains("p99 ms").doesNotContain("KB"));
  }

  @Test
  void theTableIsAligned() {
    List<String> lines = TextTable.of(results.cells().get(0)).lines().toList();

    assertThat(lines.get(0))
        .isEqualTo("TLSv1.3, plain HTTP POST, 16 threads, jsse: 3 × 200 requests");
    assertThat(lines.subList(2, 7)).extracting(String::length).containsOnly(lines.get(2).length());
    assertThat(lines.get(5))
        .containsSubsequence("reprise-httpclient4", "320", "1.50 (", "0.75 (", "100 %", "16 + 0");
    assertThat(lines.get(7)).isEqualTo("okhttp: does not start: </script> is no class");
  }

  @Test
  void onlyEverySingleOneIsAHundredPercent() {
    assertThat(Figures.percent(100)).isEqualTo("100 %");
    assertThat(Figures.percent(99.99)).isEqualTo("99.9 %");
  }

  private static String svgIn(String page) {
    int end = page.indexOf("</svg");
    return page.substring(page.indexOf("<svg"), page.indexOf(">", end) + 1);
  }

  private static Document parse(String svg) throws Exception {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    return builder.parse(new InputSource(new StringReader(svg)));
  }
}
