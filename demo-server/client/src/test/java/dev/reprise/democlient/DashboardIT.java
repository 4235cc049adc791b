package dev.reprise.democlient;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page of the packaged dashboard, in a real browser. */
class DashboardIT {
  private static Browser browser;
  private static DashboardProcess dashboard;

  @BeforeAll
  static void start() throws IOException {
    browser = Browser.open(1440, 1400);
    dashboard = DashboardProcess.start("--threads=4");
    browser.visit(dashboard.url());
    browser.await("samples come", () -> sequence() > 0);
  }

  @AfterAll
  static void end() throws IOException, InterruptedException {
    if (dashboard != null) {
      List<ProcessHandle> servers = dashboard.children();
      try (DashboardProcess ending = dashboard) {
        assertThat(ending.end()).as("exit code").isZero();
      }
      assertThat(servers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    }
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void beginWithReprise() {
    choose("fault", "none");
    turn("tls", "TLSv1.3");
    turn("clients", "reprise");
  }

  @AfterEach
  void nothingOnTheConsole() {
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void figuresAndChartsMove() {
    awaitHandshakes("reprise");
    long answered = number("answered");
    long sequence = sequence();
    browser.await("more calls are answered", () -> number("answered") > answered);
    browser.await("more samples come", () -> sequence() > sequence + 2);
    assertThat(browser.texts(".chart h2")).hasSize(6);
    assertThat(points("Requests per second")).isGreaterThan(2);
    assertThat(points("Lanes, each with a session of its own")).isGreaterThan(2);
    assertThat(browser.text("machine")).contains("processors");
  }

  @Test
  void stockHttpsUrlConnectionMakesFullHandshakesAndAThreadForEach() {
    turn("clients", "url-connection");
    awaitHandshakes("url-connection");
    browser.await("more full handshakes than callers", () -> full() > 20);
    browser.await("a thread for each call", () -> number("threads-started") > 20);
    assertThat(browser.text("closes")).contains("does not tell");
  }

  @Test
  void stockHttpClientMakesFullHandshakesAndNoThreads() {
    turn("clients", "httpclient");
    awaitHandshakes("httpclient");
    browser.await("more full handshakes than callers", () -> full() > 20);
    assertThat(number("threads-started")).isLessThan(4);
  }

  @Test
  void repriseResumesAllAfterTheFirstOfEachLane() {
    turn("clients", "url-connection");
    turn("clients", "reprise");
    awaitHandshakes("reprise");
    browser.await("all is resumed of late", () -> browser.text("resumed").equals("100 %"));
    assertThat(full()).isEqualTo(4);
    assertThat(number("threads-started")).isLessThan(4);
    assertThat(browser.text("closes")).contains("CLOSE_NOTIFY");
  }

  @Test
  void aServerThatNeverClosesIsSeenInTheCloseOutcomes() {
    choose("fault", "hold-open");
    browser.await("the wait runs out", () -> browser.text("closes").contains("WAIT_EXPIRED"));
    assertThat(browser.text("closes")).doesNotContain("CLOSE_NOTIFY");
    assertThat(browser.text("errors")).isEqualTo("None.");
  }

  @Test
  void aTruncatedResponseIsSeenInTheErrors() {
    choose("fault", "truncate-length");
    browser.await("calls fail", () -> browser.text("errors").contains("Premature end"));
    browser.await("and are counted", () -> number("failed") > 0);
    choose("fault", "none");
    browser.await("no more fail", () -> browser.text("failed").equals("0"));
  }

  @Test
  void theTlsVersionIsSwitched() {
    turn("clients", "httpclient");
    turn("tls", "TLSv1.2");
    awaitHandshakes("httpclient");
    browser.await("TLS 1.2 resumes in stock", () -> browser.text("resumed").equals("100 %"));
    assertThat(browser.texts("#runs tr.current td").get(1)).isEqualTo("1.2");
  }

  @Test
  void callsPauseAndGoOn() {
    awaitHandshakes("reprise");
    String run = run();
    browser.click("#running");
    browser.await("the pause is on", () -> !run().equals(run));
    assertThat(browser.text("answered")).isEqualTo("0 answered");
    browser.click("#running");
    awaitHandshakes("reprise");
  }

  @Test
  void theTourShowsOneClientAfterAnother() {
    browser.click("#tour");
    browser.await("it begins with the first", () -> current().contains("HttpsURLConnection"));
    browser.await("and goes on", () -> current().contains("HttpClient 4.5.14"));
    browser.click("#tour");
    assertThat(browser.text("tour")).isEqualTo("Show all three");
  }

  /** Switches, and waits until the page shows the run that follows. */
  private static void turn(String group, String value) {
    String input = "#%s input[value='%s']".formatted(group, value);
    if (Boolean.TRUE.equals(
        browser.evaluate("return document.querySelector(\"%s\").checked".formatted(input)))) {
      return;
    }
    String before = run();
    browser.click("#%s label:has(input[value='%s'])".formatted(group, value));
    browser.await("the switch is turned", () -> !run().equals(before));
  }

  private static void choose(String select, String value) {
    if (value.equals(
        browser.evaluate("return document.getElementById('%s').value".formatted(select)))) {
      return;
    }
    String before = run();
    browser.click("#%s option[value='%s']".formatted(select, value));
    browser.await("the switch is turned", () -> !run().equals(before));
  }

  private static void awaitHandshakes(String client) {
    browser.await(
        client + " makes calls",
        () ->
            Boolean.TRUE.equals(
                    browser.evaluate(
                        "return document.querySelector(\"#clients input[value='%s']\")?.checked"
                            .formatted(client)))
                && number("answered") > 0);
  }

  private static String run() {
    return (String) browser.evaluate("return document.body.dataset.run");
  }

  private static long sequence() {
    return (Long) browser.evaluate("return Number(document.body.dataset.sequence ?? 0)");
  }

  private static String current() {
    return String.join(" ", browser.texts("#runs tr.current"));
  }

  private static long full() {
    return number("full");
  }

  /** The number that an element's text begins with. */
  private static long number(String id) {
    String text = browser.text(id).replace(",", "");
    String digits = text.replaceFirst("\\D.*", "");
    return digits.isEmpty() ? 0 : Long.parseLong(digits);
  }

  private static long points(String chart) {
    return (Long)
        browser.evaluate(
            "return Chart.getChart(document.querySelector(\"canvas[aria-label='%s']\")).data.datasets[0].data.length"
                .formatted(chart));
  }
}
