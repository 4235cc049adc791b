package dev.reprise.bootmatrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.DemoServer;
import dev.reprise.lab.HarnessException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the sample application as its README says, and uses it over HTTP. */
final class SampleRun {

  static final String NAME = "sample application";

  static final int CALLS = 5;

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final Pattern PORT = Pattern.compile("\\b(\\d{2,5}) \\(http\\)");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Layout layout;
  private final DemoServer provider;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();

  SampleRun(Layout layout, DemoServer provider) {
    this.layout = layout;
    this.provider = provider;
  }

  CaseResult run(Cell cell) {
    List<String> command =
        List.of(
            cell.java().java().toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-jar",
            layout.sample(cell.generation()).toString(),
            "--server.port=0",
            "--logging.pattern.console=%m%n%ex",
            "--quotes.url=" + provider.url() + "/ws",
            "--reprise.ssl.trust-store=file:" + provider.trustStore());
    try (ChildProcess sample = ChildProcess.start("the sample, " + cell, command)) {
      String base = "http://localhost:" + port(sample.receive("Tomcat started on port", LIMIT));
      sample.receive("Started QuotesApplication", LIMIT);
      return use(base);
    } catch (HarnessException e) {
      return CaseResult.failed(NAME, e.getMessage());
    } catch (IOException e) {
      return CaseResult.failed(NAME, e.toString());
    }
  }

  private CaseResult use(String base) throws IOException {
    for (int i = 0; i < CALLS; i++) {
      String premium = get(base + "/quotes/travel");
      if (!premium.matches("\\d+\\.\\d+")) {
        return CaseResult.failed(NAME, "the premium is '" + premium + "'");
      }
    }
    JsonNode endpoint = JSON.readTree(get(base + "/actuator/reprise"));
    JsonNode handshakes =
        endpoint.at("/clients/default/peers/" + provider.url().getAuthority()).path("handshakes");
    ObjectNode seen = JSON.createObjectNode();
    seen.set("endpoint", endpoint);
    seen.set("client", handshakes);
    boolean resumed =
        handshakes.path("full").asInt() == 1 && handshakes.path("resumed").asInt() == CALLS - 1;
    return new CaseResult(NAME, resumed, resumed ? null : "the endpoint tells " + endpoint, seen);
  }

  private static String port(String line) {
    Matcher matcher = PORT.matcher(line);
    if (!matcher.find()) {
      throw new HarnessException("no port in '" + line + "'");
    }
    return matcher.group(1);
  }

  private String get(String url) throws IOException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(LIMIT).build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new HarnessException(
            "GET " + request.uri().getPath() + " gave " + response.statusCode());
      }
      return response.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    }
  }
}
