package dev.reprise.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The page without a browser: its files, its choices, its switches, and what each client did. */
class PageCommandTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private String send(HttpRequest.Builder request) {
    try {
      return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private HttpRequest.Builder at(String path) {
    String line = out.toString(StandardCharsets.UTF_8);
    String url = line.substring(line.indexOf("http://")).strip();
    return HttpRequest.newBuilder(URI.create(url + path));
  }

  private static String switches(ClientKind client, String tls, String fault, boolean running) {
    return String.format(
        "{\"client\":\"%s\",\"tls\":\"%s\",\"threads\":2,\"fault\":\"%s\",\"running\":%s}",
        client.label(), tls, fault, running);
  }

  private String put(String switches) {
    return send(
        at("api/switches")
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(switches)));
  }

  private JsonNode newest() {
    try {
      return new ObjectMapper().readTree(send(at("api/state"))).get("runs").get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The newest run with these switches, once it is as far. */
  private JsonNode run(ClientKind client, String fault, Predicate<JsonNode> isFar) {
    put(switches(client, "TLSv1.3", fault, true));
    Eventually.holds(() -> isFar.test(newest()));
    return newest();
  }

  private static long count(JsonNode run, String what) {
    return run.required(what).asLong();
  }

  private void look() {
    assertThat(send(at(""))).contains("page.js");
    assertThat(send(at("api/choices"))).contains("httpclient", "freeze-after-response");
    for (ClientKind client : ClientKind.values()) {
      JsonNode run = run(client, "none", now -> count(now, "answered") > 50);
      assertThat(run.required("title").asText()).startsWith(client.title());
      assertThat(count(run, "failed")).isZero();
      assertThat(count(run, "full")).isPositive();
      assertThat(count(run, "full") + count(run, "resumed")).isGreaterThanOrEqualTo(50);
      if (client == ClientKind.REPRISE) {
        assertThat(count(run, "full")).isLessThanOrEqualTo(2);
      }
    }
    JsonNode faulty = run(ClientKind.REPRISE, "truncate-length", now -> count(now, "failed") > 2);
    assertThat(count(faulty, "answered")).isGreaterThanOrEqualTo(9 * (count(faulty, "failed") - 2));
    assertThat(faulty.required("errors").fieldNames())
        .toIterable()
        .singleElement()
        .asString()
        .contains("Premature end");
    assertThat(put(switches(ClientKind.HTTP_CLIENT, "TLSv1.2", "none", false)))
        .contains("HttpClient 4.5.14", "TLSv1.2");
  }

  @Test
  void callsAndIsSwitched() {
    InputStream untilSeen =
        new InputStream() {
          @Override
          public int read() {
            look();
            return -1;
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
}
