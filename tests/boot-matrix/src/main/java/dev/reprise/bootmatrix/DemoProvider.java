package dev.reprise.bootmatrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.harness.ChildProcess;
import dev.reprise.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The demo server, in a JVM of its own, on the Java of this one. */
final class DemoProvider implements AutoCloseable {

  private static final String READY = "DEMO-SERVER-READY ";
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final ChildProcess process;
  private final JsonNode ready;

  DemoProvider(Path jar) {
    process =
        ChildProcess.start(
            "the demo server",
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-jar",
                jar.toString(),
                "--port=0",
                "--ready-json",
                "--exit-with-stdin"));
    try {
      ready = new ObjectMapper().readTree(process.receive(READY, LIMIT).substring(READY.length()));
    } catch (IOException e) {
      process.close();
      throw new HarnessException("the demo server's ready line is unreadable", e);
    } catch (HarnessException e) {
      process.close();
      throw e;
    }
  }

  String url() {
    return ready.required("url").asText();
  }

  Path trustStore() {
    return Path.of(ready.required("trustStore").asText());
  }

  String password() {
    return ready.required("password").asText();
  }

  @Override
  public void close() {
    process.close();
  }
}
