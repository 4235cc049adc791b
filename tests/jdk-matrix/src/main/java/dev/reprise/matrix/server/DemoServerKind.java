package dev.reprise.matrix.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.harness.ChildProcess;
import dev.reprise.harness.HarnessException;
import dev.reprise.harness.JavaRuntime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The demo server: Jetty over JSSE, in a JVM of its own. */
final class DemoServerKind implements ServerKind {

  private static final String READY = "DEMO-SERVER-READY ";
  private static final Duration START_LIMIT = Duration.ofSeconds(90);

  private final int feature;
  private final Supplier<Optional<JavaRuntime>> runtimes;
  private final Path jar;

  /**
   * On a Java of this feature version.
   *
   * @param runtimes gives the runtime, or none if there is none
   * @param jar the demo server's application jar
   */
  DemoServerKind(int feature, Supplier<Optional<JavaRuntime>> runtimes, Path jar) {
    this.feature = feature;
    this.runtimes = runtimes;
    this.jar = jar;
  }

  @Override
  public String name() {
    return "jetty-" + feature;
  }

  @Override
  public String title() {
    return "Jetty (JSSE of JDK " + feature + "), the demo server";
  }

  @Override
  public String version() {
    return jar.getFileName().toString().replaceAll("reprise-demo-server-|-app.jar", "")
        + " on "
        + runtimes.get().map(JavaRuntime::version).orElse("no JDK");
  }

  @Override
  public Optional<String> missing() {
    if (runtimes.get().isEmpty()) {
      return Optional.of("there is no JDK " + feature);
    }
    return Files.exists(jar) ? Optional.empty() : Optional.of(jar + " is not built");
  }

  @Override
  public RunningServer start(ServerSite site) throws IOException {
    ChildProcess process =
        ChildProcess.start(
            "the demo server",
            List.of(
                runtimes.get().orElseThrow().java().toString(),
                "-Xmx256m",
                "-jar",
                jar.toString(),
                "--port=0",
                "--tls-versions=" + site.tls().label(),
                "--key-type=" + site.key().label().toLowerCase(Locale.ROOT),
                "--directory=" + site.file("demo"),
                "--ready-json",
                "--exit-with-stdin"));
    try {
      String line = process.receive(READY, START_LIMIT);
      JsonNode ready = new ObjectMapper().readTree(line.substring(READY.length()));
      Path authority = Path.of(ready.required("ca").asText());
      URI base = URI.create("https://localhost:" + ready.required("port").asInt());
      DemoStats stats = new DemoStats(base.resolve("/stats"), authority);
      return new RunningServer(
          base.resolve("/plain"),
          "POST",
          authority,
          List.of(process),
          Optional.of(stats::view),
          Map::of);
    } catch (IOException | IllegalArgumentException e) {
      process.close();
      throw new HarnessException("the demo server's ready line is unreadable", e);
    } catch (HarnessException e) {
      process.close();
      throw e;
    }
  }
}
