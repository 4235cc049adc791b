package dev.reprise.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server answers, how it ends connections, what it counts, and its command line. */
class DemoServerTest {
  private static final int REQUESTS = 5;

  private static DemoOptions options() {
    DemoOptions options = new DemoOptions();
    options.port = 0;
    return options;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/plain", "/soap-canned", "/ws", "/ws/quotes.wsdl", "/stats/reset", "/nowhere"})
  void everyResponseAnnouncesTheEndThatComes(String path) throws IOException {
    try (DemoServer server = DemoServer.start(options())) {
      Exchange exchange = Exchange.post(server, path);

      assertThat(exchange.head().lines()).contains("Connection: close");
      assertThat(exchange.tlsEnd()).isEqualTo(Exchange.End.CLOSE_NOTIFY);
      assertThat(exchange.tcpEnd()).isEqualTo(Exchange.End.FIN);
    }
  }

  @Test
  void quotesAndCannedAnswersHaveTheSizeThatTheyAreToHave() throws IOException {
    try (DemoServer server = DemoServer.start(options())) {
      assertThat(Exchange.post(server, "/plain").body()).hasSize(1024);
      assertThat(Exchange.post(server, "/soap-canned").body()).hasSize(1024);
      String request = Files.readString(server.directory().resolve("request.xml"));
      Exchange quote =
          Exchange.send(server, server.newClientContext(), "POST", "/ws", request, "text/xml");
      assertThat(quote.status()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(quote.body()).contains("<ns2:premium>250.00</ns2:premium>");
      Exchange wsdl =
          Exchange.send(server, server.newClientContext(), "GET", "/ws/quotes.wsdl", "", "*");
      assertThat(wsdl.body()).contains(server.url() + "/ws");
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.2,ec", "TLSv1.3,ec", "TLSv1.2,rsa", "TLSv1.3,rsa"})
  void handshakesAreCountedAsFullOrResumed(String version, String keyType) throws Exception {
    DemoOptions options = options();
    options.tlsVersions = List.of(version);
    options.keyType = keyType;
    try (DemoServer server = DemoServer.start(options)) {
      SSLContext context = server.newClientContext();
      for (int i = 0; i < REQUESTS; i++) {
        Exchange.send(server, context, "POST", "/plain", "hi", "text/plain");
      }
      assertThat(server.stats()).isEqualTo(new DemoStats(REQUESTS, REQUESTS, 1, REQUESTS - 1, 0));

      assertThatThrownBy(
              () -> Exchange.send(server, SSLContext.getDefault(), "POST", "/plain", "", "*"))
          .isInstanceOf(IOException.class);
      Eventually.holds(() -> server.stats().failedHandshakes() == 1);
      Exchange.post(server, "/stats/reset");
      assertThat(server.stats().requests()).isZero();
    }
  }

  @Test
  void keepsConnectionsAliveAndDemandsCertificatesWhenAsked() throws Exception {
    DemoOptions options = options();
    options.keepAlive = true;
    options.clientCertificates = true;
    try (DemoServer server = DemoServer.start(options)) {
      Exchange exchange =
          Exchange.send(
              server,
              server.newClientContext(),
              "POST",
              "/plain",
              "hi",
              "text/plain\r\nConnection: close");
      assertThat(exchange.status()).isEqualTo("HTTP/1.1 200 OK");
      Path keys = server.directory().resolve("client.p12");
      KeyStore store = KeyStore.getInstance(keys.toFile(), "changeit".toCharArray());
      assertThat(store.isKeyEntry("reprise-demo-client")).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--nonsense            | Unknown option: '--nonsense'",
        "--port=70000          | --port: 70000 is outside 0 to 65535",
        "--port=x              | '--port': 'x' is not an int",
        "--key-type=dsa        | --key-type: 'dsa' is neither rsa nor ec",
        "--tls-versions=TLSv1  | --tls-versions: [TLSv1] is not TLSv1.2",
        "page --nonsense       | Unknown option: '--nonsense'",
      })
  void aBadOptionIsOneLineAndCodeTwo(String arguments, String message) {
    Output output = run(arguments.split(" "));
    assertThat(output.code).isEqualTo(DemoApplication.BAD_USAGE);
    assertThat(output.err).contains(message).hasLineCount(1);
  }

  @Test
  void aBusyPortIsOneLineAndCodeOne() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
      Output output = run("--port=" + busy.getLocalPort());
      assertThat(output.code).isEqualTo(DemoApplication.CANNOT_START);
      assertThat(output.err).contains("--port: " + busy.getLocalPort()).hasLineCount(1);
    }
  }

  @Test
  void itSaysWhereItIsAndLeavesItsFilesWhereTheyWereAskedFor(@TempDir Path folder)
      throws IOException {
    Path directory = folder.resolve("made/on/the/way");
    Output output =
        run("--port=0", "--ready-json", "--exit-with-stdin", "--directory=" + directory);
    assertThat(output.code).as(output.err).isZero();
    String ready =
        output.out.lines().filter(line -> line.startsWith("DEMO-SERVER-READY ")).findFirst().get();
    JsonNode json = new ObjectMapper().readTree(ready.substring(ready.indexOf('{')));
    assertThat(json.get("url").asText()).isEqualTo("https://localhost:" + json.get("port"));
    assertThat(Path.of(json.get("ca").asText())).hasParent(directory).exists();
    assertThat(Path.of(json.get("trustStore").asText())).exists();
    assertThat(output.out).contains("curl --cacert");
  }

  private record Output(int code, String out, String err) {}

  private static Output run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        DemoApplication.run(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            arguments);
    return new Output(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
