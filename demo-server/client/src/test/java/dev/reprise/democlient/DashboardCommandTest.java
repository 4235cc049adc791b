package dev.reprise.democlient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.demo.DemoServer;
import dev.reprise.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DashboardCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--nonsense                   | Unknown option: '--nonsense'",
        "--port=70000                 | --port: 70000 is outside 0 to 65535",
        "--port=x                     | '--port': 'x' is not an int",
        "--client=okhttp              | --client: unknown 'okhttp'; known are url-connection, httpclient, reprise",
        "--tls=TLSv1.1                | --tls: unknown 'TLSv1.1'; known are TLSv1.3, TLSv1.2",
        "--threads=0                  | --threads: 0 is outside 1 to 128",
        "--fault=garbage              | --fault: unknown 'garbage'; known are none",
        "--trust-store=x.p12          | --trust-store: goes with --url only",
        "--url=https://localhost:1    | --trust-store: --url needs the store",
        "--url=http://localhost:1     | --url: 'http://localhost:1' is no https URL",
        "--url=https://localhost:1/ws | --url: give scheme, host and port alone",
        "--url=https://a:b@localhost  | --url: give scheme, host and port alone",
      })
  void badOptionIsOneLineAndCodeTwo(String option, String message) {
    assertThat(run(option)).isEqualTo(DashboardCommand.BAD_USAGE);
    assertThat(errors()).contains(message).hasLineCount(1);
  }

  @Test
  void helpNamesEachOption() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("--port", "--url", "--client", "--tls", "--threads", "--fault");
  }

  @Test
  void missingTrustStoreIsOneLine() {
    assertThat(run("--url=https://localhost:1", "--trust-store=/no/such.p12"))
        .isEqualTo(DashboardCommand.BAD_USAGE);
    assertThat(errors()).contains("'/no/such.p12' is no file that can be read").hasLineCount(1);
  }

  @Test
  void unusableTrustStoreIsOneLine(@TempDir Path directory) throws IOException {
    Path text = Files.writeString(directory.resolve("text.p12"), "no store");
    assertThat(run("--url=https://localhost:1", "--trust-store=" + text))
        .isEqualTo(DashboardCommand.BAD_USAGE);
    assertThat(errors()).contains("is no trust store of a demo server").hasLineCount(1);
  }

  @Test
  void whatIsNoDemoServerIsNotCalled() throws IOException {
    try (DemoServer server = DemoServer.start();
        ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String store = "--trust-store=" + server.trustStorePath();
      busy.close();
      assertThat(run("--url=https://localhost:" + busy.getLocalPort(), store))
          .isEqualTo(DashboardCommand.CANNOT_START);
    }
    assertThat(errors()).contains("--url: no demo server answers at").hasLineCount(1);
  }

  @Test
  void busyPortIsOneLineAndCodeOne() throws IOException {
    try (DemoServer server = DemoServer.start();
        ServerSocket busy = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(
              run(
                  "--port=" + busy.getLocalPort(),
                  "--url=" + server.baseUrl(),
                  "--trust-store=" + server.trustStorePath()))
          .isEqualTo(DashboardCommand.CANNOT_START);
      assertThat(errors())
          .contains("--port: %d cannot be listened on".formatted(busy.getLocalPort()))
          .hasLineCount(1);
    }
  }

  @Test
  void callsTheServerThatItIsGiven() {
    try (DemoServer server = DemoServer.start()) {
      server.resetStats();
      InputStream untilCalled =
          new InputStream() {
            @Override
            public int read() {
              Eventually.holds(() -> server.stats().requests() >= 10);
              return -1;
            }
          };
      int code =
          DashboardCommand.run(
              untilCalled,
              new PrintStream(out, true, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              "--exit-with-stdin",
              "--port=0",
              "--threads=1",
              "--url=" + server.baseUrl(),
              "--trust-store=" + server.trustStorePath());
      assertThat(code).isZero();
      assertThat(server.stats().requests()).isGreaterThanOrEqualTo(10);
      assertThat(server.stats().fullHandshakes()).isEqualTo(2); // the check at start, one lane
      assertThat(server.stats().resumedHandshakes()).isPositive();
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Dashboard   http://127.0.0.1:");
    assertThat(errors()).isEmpty();
  }

  private int run(String... options) {
    return DashboardCommand.run(
        InputStream.nullInputStream(),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        options);
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
