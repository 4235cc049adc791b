package dev.reprise.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.harness.ChildProcess;
import dev.reprise.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The demo server, which answers {@code Connection: close}, in a JVM of its own. */
final class DemoServer implements AutoCloseable {

  private static final String READY = "DEMO-SERVER-READY ";
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private final ChildProcess process;
  private final String url;
  private final String authority;

  /** Starts it on the Java that runs this, and waits until it listens. */
  DemoServer(Path folder, String tls) {
    process =
        ChildProcess.start(
            "the demo server",
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-jar",
                jar(folder).toString(),
                "--port=0",
                "--tls-versions=" + tls,
                "--ready-json",
                "--exit-with-stdin"));
    try {
      String line = process.receive(READY, START_LIMIT);
      JsonNode ready = new ObjectMapper().readTree(line.substring(READY.length()));
      url = "https://localhost:" + ready.required("port").asInt() + "/plain";
      authority = ready.required("ca").asText();
    } catch (IOException | IllegalArgumentException e) {
      process.close();
      throw new HarnessException("the demo server's ready line is unreadable", e);
    } catch (HarnessException e) {
      process.close();
      throw e;
    }
  }

  private static Path jar(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith("-app.jar"))
          .findFirst()
          .orElseThrow(() -> new HarnessException("no demo server in " + folder));
    } catch (IOException e) {
      throw new HarnessException("no demo server in " + folder + "; use tests/soak/run.sh", e);
    }
  }

  String url() {
    return url;
  }

  String authority() {
    return authority;
  }

  @Override
  public void close() {
    process.close();
  }
}
