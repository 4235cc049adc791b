package dev.reprise.lab.matrix.server;

import dev.reprise.lab.DemoServer;
import dev.reprise.lab.JavaRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The demo server: Jetty over JSSE, in a JVM of its own.
 *
 * @param feature the feature version of its Java
 * @param runtimes gives the runtime, or none if there is none
 * @param jar the demo server's application jar
 */
record DemoServerKind(int feature, Supplier<Optional<JavaRuntime>> runtimes, Path jar)
    implements ServerKind {

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
    DemoServer server =
        DemoServer.start(
                runtimes.get().orElseThrow().java(),
                jar,
                "256m",
                "--tls-versions=" + site.tls().label(),
                "--key-type=" + site.key().label().toLowerCase(Locale.ROOT),
                "--directory=" + site.file("demo"))
            .awaitReady();
    return new RunningServer(
        server.url().resolve("/plain"),
        "POST",
        server.authority(),
        List.of(),
        List.of(server),
        Optional.of(
            () -> {
              DemoServer.Counts counts = server.counts();
              return new ServerView(counts.fullHandshakes(), counts.resumedHandshakes());
            }),
        Map::of);
  }
}
