package dev.reprise.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line, through its entry. */
class DemoCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void namesAnUnknownOptionAndTheKnownOnes() {
    assertThat(run("--prot", "1")).isEqualTo(DemoCommand.BAD_USAGE);
    assertOneLine("Unknown option '--prot'");
    assertThat(err.toString(UTF_8)).contains("--port").contains("--fault").contains("--ready-json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port=x           | port: 'x' is no port number",
        "--port=70000       | port: 70000 is outside 0 to 65535",
        "--key-type=dsa     | key-type: 'dsa' is no key type (rsa, ec)",
        "--fault=nap        | fault: 'nap' is no fault (none, ",
        "--certificate=x    | certificate: 'x' is no certificate kind",
        "--service-time=x   | service-time: 'x' is no duration",
        "--keep-alive=maybe | keep-alive: 'maybe' is no boolean",
        "--tls-versions=SSL | tls-versions: unknown version 'SSL'",
        "--port             | Missing required parameter for option '--port'",
        "extra              | Unknown option 'extra'",
      })
  void tellsOfABadValueInOneLine(String argument, String message) {
    assertThat(run(argument)).isEqualTo(DemoCommand.BAD_USAGE);
    assertOneLine(message);
  }

  @Test
  void tellsOfABusyPort() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(run("--port", "" + busy.getLocalPort())).isEqualTo(DemoCommand.CANNOT_START);
      assertOneLine("port: " + busy.getLocalPort() + " cannot be listened on");
    }
  }

  @Test
  void tellsOfADirectoryThatCannotBeMade(@TempDir Path parent) throws IOException {
    Path file = Files.createFile(parent.resolve("file"));

    assertThat(run("--port", "0", "--directory", file.resolve("below").toString()))
        .isEqualTo(DemoCommand.CANNOT_START);
    assertOneLine("directory: cannot write to " + file);
  }

  @Test
  void explainsItsOptions() {
    assertThat(run("--help")).isEqualTo(DemoCommand.OK);
    assertThat(out.toString(UTF_8)).contains("--port=PORT").contains("hold-open");
  }

  @Test
  void servesUntilStandardInputEnds() throws Exception {
    try (PipedOutputStream parent = new PipedOutputStream()) {
      InputStream in = new PipedInputStream(parent);
      CompletableFuture<Integer> exit =
          CompletableFuture.supplyAsync(
              () ->
                  command(in)
                      .run(
                          "--port=0",
                          "--ready-json",
                          "--exit-with-stdin",
                          "--client-certificates",
                          "--response-size=2000"));
      Eventually.holds(() -> exit.isDone() || printed().contains("DEMO-SERVER-READY"));
      JsonNode ready = readyLine();
      List<String> curl = curlLine();

      Process process = new ProcessBuilder("sh", "-c", String.join(" ", curl)).start();

      assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
          .contains("QuoteResponse")
          .hasSizeGreaterThan(1900);
      assertThat(ready.get("url").asText()).isEqualTo("https://localhost:" + ready.get("port"));
      assertThat(Path.of(ready.get("trustStore").asText())).exists();
      assertThat(Path.of(ready.get("clientKeyStore").asText())).exists();
      assertThat(exit).isNotDone();

      parent.close();

      assertThat(exit.get(20, TimeUnit.SECONDS)).isEqualTo(DemoCommand.OK);
      assertThat(Path.of(ready.get("trustStore").asText())).doesNotExist();
    }
  }

  @Test
  void takesBootPropertiesBelowOptions() {
    System.setProperty("demo.response-size", "-5");
    try {
      assertThat(run("--port=0")).isEqualTo(DemoCommand.BAD_USAGE);
      assertOneLine("response-size: -5 is outside");
      err.reset();
      assertThat(run("--port=0", "--response-size=-6")).isEqualTo(DemoCommand.BAD_USAGE);
      assertOneLine("response-size: -6 is outside");
    } finally {
      System.clearProperty("demo.response-size");
    }
  }

  private int run(String... args) {
    return command(InputStream.nullInputStream()).run(args);
  }

  private DemoCommand command(InputStream in) {
    return new DemoCommand(
        in, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  private void assertOneLine(String start) {
    assertThat(err.toString(UTF_8)).startsWith(start);
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  private String printed() {
    return out.toString(UTF_8);
  }

  private JsonNode readyLine() throws IOException {
    String line =
        printed().lines().filter(l -> l.startsWith("DEMO-SERVER-READY ")).findFirst().orElseThrow();
    return new ObjectMapper().readTree(line.substring("DEMO-SERVER-READY ".length()));
  }

  private List<String> curlLine() {
    return printed().lines().filter(line -> line.contains("curl ")).toList();
  }
}
