package dev.reprise.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The page without a browser: its files, its choices, its switches. */
class PageCommandTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private String send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
  }

  private HttpRequest.Builder at(String path) {
    String line = out.toString(StandardCharsets.UTF_8);
    String url = line.substring(line.indexOf("http://")).strip();
    return HttpRequest.newBuilder(URI.create(url + path));
  }

  @Test
  void callsAndIsSwitched() {
    InputStream untilSeen =
        new InputStream() {
          @Override
          public int read() {
            try {
              assertThat(send(at(""))).contains("page.js");
              assertThat(send(at("api/choices"))).contains("httpclient", "freeze-after-response");
              Eventually.holds(() -> !state().contains("\"answered\":0,"));
              HttpRequest.Builder turn =
                  at("api/switches")
                      .header("Content-Type", "application/json")
                      .PUT(
                          HttpRequest.BodyPublishers.ofString(
                              "{\"client\":\"httpclient\",\"tls\":\"TLSv1.2\",\"threads\":1,"
                                  + "\"fault\":\"none\",\"running\":false}"));
              assertThat(send(turn)).contains("HttpClient 4.5.14", "\"run\":2");
              return -1;
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          }
        };
    int code =
        PageCommand.run(
            untilSeen,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err,
            "--port=0",
            "--exit-with-stdin");
    assertThat(code).isZero();
  }

  private String state() {
    try {
      return send(at("api/state"));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
