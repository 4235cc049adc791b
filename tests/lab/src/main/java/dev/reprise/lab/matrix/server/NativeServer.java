package dev.reprise.lab.matrix.server;

import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.HarnessException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Starts a server program that logs into its folder, and waits until it listens. */
final class NativeServer {

  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);

  private final String name;
  private final ServerSite site;
  private final int port;
  private final List<Path> files = new ArrayList<>();
  private Map<String, String> environment = Map.of();
  private String host = "localhost";
  private String method = "POST";
  private String path = "/";
  private Pattern resumed;
  private Pattern full;
  private Pattern complaint = Pattern.compile("(?i)((?:error|alert|reset|unexpected|fail).*)");

  /**
   * For a server of the name that will listen on the port.
   *
   * @param port a free one
   */
  NativeServer(String name, ServerSite site, int port) {
    this.name = name;
    this.site = site;
    this.port = port;
    files.add(site.file("log"));
  }

  NativeServer call(String method, String path) {
    this.method = method;
    this.path = path;
    return this;
  }

  /** The name or address that it is called by. */
  NativeServer host(String nameOrAddress) {
    host = nameOrAddress;
    return this;
  }

  NativeServer environment(Map<String, String> more) {
    environment = more;
    return this;
  }

  /** Another file that it logs to. */
  NativeServer logs(Path file) {
    files.add(file);
    return this;
  }

  /** How handshakes stand in its log. */
  NativeServer handshakes(String resumedPattern, String fullPattern) {
    resumed = Pattern.compile(resumedPattern);
    full = Pattern.compile(fullPattern);
    return this;
  }

  /** How errors stand in its log; the first group is kept. */
  NativeServer complaint(String pattern) {
    complaint = Pattern.compile(pattern);
    return this;
  }

  RunningServer start(List<String> command) {
    ChildProcess process =
        ChildProcess.startLogged(name, command, site.directory(), environment, site.file("log"));
    ServerLog log = new ServerLog(List.copyOf(files), resumed, full, complaint);
    RunningServer server =
        new RunningServer(
            URI.create("https://" + host + ":" + port + path),
            method,
            site.certificate().authority(),
            List.of(),
            List.of(process),
            log.hasView() ? Optional.of(log::view) : Optional.empty(),
            log::complaints);
    try {
      awaitAnswer(server, process, log);
      server.view(1);
    } catch (HarnessException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private void awaitAnswer(RunningServer server, ChildProcess process, ServerLog log) {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!Greeting.isAnswered(server.url(), server.method(), server.authority())) {
      if (!process.isAlive()) {
        throw new HarnessException(name + " did not start: " + log.lastLine());
      }
      if (System.nanoTime() - deadline > 0) {
        throw new HarnessException(
            "%s did not listen within %d s".formatted(name, START_LIMIT.toSeconds()));
      }
      try {
        Thread.sleep(POLL.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new HarnessException("interrupted", e);
      }
    }
  }
}
