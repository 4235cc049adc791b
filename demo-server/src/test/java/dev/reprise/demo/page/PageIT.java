package dev.reprise.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The packaged page, in a real browser: each client in turn, a fault, a pause. */
class PageIT {

  /** Where the picture of the documentation goes, if it is to be taken. */
  private static final String PICTURE = System.getProperty("dashboard.screenshot");

  private static final List<String> CLIENTS =
      List.of("HttpsURLConnection", "HttpClient 4.5.14", "Reprise");

  private static final int FULL = 6;
  private static final int FAILED = 11;

  @Test
  void showsEachClientAFaultAndAPause() throws Exception {
    try (Browser browser = Browser.open(1440, 900)) {
      Process page = start();
      try {
        browser.visit(url(page) + (PICTURE == null ? "?tour=1" : ""));
        awaitCalls(browser, "Reprise");
        if (PICTURE != null) {
          TimeUnit.SECONDS.sleep(45);
        }
        browser.click("#tour");
        browser.await("the tour is over", () -> browser.text("tour").startsWith("Show"));
        browser.await(
            "the tour has shown each client",
            () -> CLIENTS.stream().allMatch(client -> runs(browser, client) > 0));
        assertThat(browser.evaluate("return document.body.scrollHeight <= innerHeight"))
            .isEqualTo(true);
        if (PICTURE != null) {
          Files.write(Path.of(PICTURE), browser.screenshot());
        }
        choose(browser, "httpclient");
        awaitCalls(browser, "HttpClient 4.5.14");
        browser.await("handshakes are full", () -> number(browser, 1, FULL) > 2 * 16);
        choose(browser, "reprise");
        awaitCalls(browser, "Reprise");
        assertThat(number(browser, 1, FULL)).isLessThanOrEqualTo(2 * 16);

        choose(browser, "truncate-length");
        browser.await("calls fail", () -> number(browser, 1, FAILED) > 0);
        assertThat(browser.text("errors")).contains("Premature end");

        browser.click("#running");
        browser.await("it pauses", () -> browser.text("running").equals("Go on"));
        assertThat(browser.console()).isEmpty();
      } finally {
        List<ProcessHandle> servers = page.children().toList();
        page.getOutputStream().close();
        assertThat(page.waitFor(60, TimeUnit.SECONDS)).as("the end with its input").isTrue();
        assertThat(servers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
      }
    }
  }

  private static Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-jar",
            System.getProperty("dashboard.jar"),
            "page",
            "--port=0",
            "--exit-with-stdin")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static String url(Process page) throws IOException {
    BufferedReader output = page.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith("Page ")) {
        return line.substring(line.indexOf("http"));
      }
    }
    throw new AssertionError("the page ended at once");
  }

  private static void choose(Browser browser, String value) {
    browser.click("#switches option[value='" + value + "']");
  }

  private static long runs(Browser browser, String client) {
    return browser.texts("#runs tr").stream().filter(row -> row.startsWith(client)).count();
  }

  private static void awaitCalls(Browser browser, String client) {
    browser.await(
        client + " makes calls",
        () ->
            browser.texts("#runs tr.current").stream().anyMatch(row -> row.startsWith(client))
                && number(browser, 1, FULL) > 0);
  }

  private static long number(Browser browser, int row, int column) {
    List<String> cells =
        browser.texts("#runs tr:nth-child(" + row + ") td:nth-child(" + (column + 1) + ")");
    return cells.isEmpty() ? 0 : Long.parseLong(cells.get(0));
  }
}
