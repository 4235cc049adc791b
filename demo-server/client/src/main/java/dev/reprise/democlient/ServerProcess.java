package dev.reprise.democlient;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.demo.DemoApplication;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.util.ClassUtils;

/**
 * A demo server in a JVM of its own, so that threads and CPU time of this one are the client's. It
 * ends with its standard input, and so never outlives this JVM.
 */
final class ServerProcess implements AutoCloseable {
  private static final String READY = "DEMO-SERVER-READY ";
  private static final String LAUNCHER =
      "org.springframework.boot.loader.launch.PropertiesLauncher";
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private final Process process;
  private final Target target;

  private ServerProcess(Process process, Target target) {
    this.process = process;
    this.target = target;
  }

  /**
   * Starts a server and waits until it is ready.
   *
   * @param faultBound how long a stall or a held connection lasts
   */
  static ServerProcess start(Duration faultBound) {
    Process process;
    try {
      process =
          new ProcessBuilder(command(faultBound))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      throw new DashboardException("The demo server cannot be started: " + e.getMessage(), e);
    }
    try {
      ServerProcess server = new ServerProcess(process, awaitReady(process));
      server.drain();
      return server;
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw new DashboardException("The demo server did not start: " + e.getMessage(), e);
    }
  }

  /** From an executable jar, whose libraries only its launcher finds; else from a class path. */
  private static List<String> command(Duration faultBound) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.add("-cp");
    command.add(absoluteClassPath());
    if (ClassUtils.isPresent(LAUNCHER, null)) {
      command.add("-Dloader.main=" + DemoApplication.class.getName());
      command.add(LAUNCHER);
    } else {
      command.add(DemoApplication.class.getName());
    }
    command.add("--port=0");
    command.add("--fault-bound=" + faultBound.toMillis());
    command.add("--ready-json");
    command.add("--exit-with-stdin");
    return command;
  }

  private static String absoluteClassPath() {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      entries.add(Path.of(entry).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  private static Target awaitReady(Process process) throws IOException {
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(READY)) {
        JsonNode ready = new ObjectMapper().readTree(line.substring(READY.length()));
        return new Target(
            ready.required("url").asText(),
            Path.of(ready.required("trustStore").asText()),
            ready.required("password").asText());
      }
    }
    throw new IOException("it ended at once; what it said stands above");
  }

  private void drain() {
    Thread thread =
        new Thread(
            () -> process.inputReader(StandardCharsets.UTF_8).lines().forEach(line -> {}),
            "demo server output");
    thread.setDaemon(true);
    thread.start();
  }

  Target target() {
    return target;
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (IOException e) {
      throw new DashboardException("The demo server does not end: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
