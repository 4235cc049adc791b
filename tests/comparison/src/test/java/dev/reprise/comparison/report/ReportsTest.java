package dev.reprise.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.comparison.results.Cell;
import dev.reprise.comparison.results.Results;
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
  private Results results;

  @BeforeEach
  void writeAll() throws Exception {
    Path fixed = Path.of(ReportsTest.class.getResource("results.json").toURI());
    Results raw = Reports.read(fixed);
    results =
        new Results(
            raw.date(),
            raw.command(),
            raw.quick(),
            raw.version(),
            raw.machine(),
            raw.serverJava(),
            raw.clientJava(),
            raw.target(),
            raw.notes(),
            raw.cells().stream().map(Cell::summarized).toList());
    Reports.write(results, directory);
  }

  @Test
  void thePageFetchesNothing() throws Exception {
    String page = Files.readString(directory.resolve("report.html"));

    assertThat(FETCHED.matcher(page).results().map(match -> match.group())).isEmpty();
  }

  @Test
  void thePageHasAChartAndARowForEachClient() throws Exception {
    String page = Files.readString(directory.resolve("report.html"));

    assertThat(page)
        .contains("TLSv1.3, plain HTTP POST, 16 threads, jsse")
        .contains("requests per second")
        .contains("<td>reprise-httpclient4</td><td>320</td><td>1.50</td><td>0.75</td>")
        .contains("<td>httpclient-4.5.14</td><td>200</td><td>1.00</td><td>0.50</td>")
        .contains("<strong>okhttp</strong>: does not start: &lt;/script&gt; is no class")
        .contains("a note with &lt;tags&gt; &amp; signs");
    assertThat(parse(svgIn(page)).getElementsByTagName("rect").getLength()).isGreaterThan(4);
  }

  @Test
  void theDataInThePageIsTheDataBesideIt() throws Exception {
    String page = Files.readString(directory.resolve("report.html"));
    ObjectMapper json = new ObjectMapper();
    Matcher data =
        Pattern.compile(
                "<script type=\"application/json\" id=\"results\">(.*?)</script>", Pattern.DOTALL)
            .matcher(page);

    assertThat(data.find()).isTrue();
    JsonNode beside = json.readTree(directory.resolve("results.json").toFile());
    assertThat(json.readTree(data.group(1))).isEqualTo(beside);
    assertThat(Reports.read(directory.resolve("results.json"))).isNotNull();
    assertThat(beside.at("/cells/0/clients/2/summary/toHttpClient4").asDouble()).isEqualTo(1.5);
  }

  @Test
  void thePictureIsAnSvgOfItsOwn() throws Exception {
    Document picture = parse(Files.readString(directory.resolve("throughput.svg")));

    assertThat(picture.getDocumentElement().getNodeName()).isEqualTo("svg");
    assertThat(picture.getDocumentElement().getTextContent())
        .contains("Reprise, HttpClient 4.5.14")
        .contains("320  (1.50×)")
        .contains("TLSv1.3");
  }

  @Test
  void theTableIsAligned() {
    List<String> lines = TextTable.of(results.cells().get(0)).lines().toList();

    assertThat(lines.get(0))
        .isEqualTo("TLSv1.3, plain HTTP POST, 16 threads, jsse: 3 × 200 requests");
    assertThat(lines.subList(2, 7)).extracting(String::length).containsOnly(lines.get(2).length());
    assertThat(lines.get(5))
        .containsSubsequence("reprise-httpclient4", "320", "1.50", "0.75", "100 %", "16 + 0");
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
