package dev.reprise.demo.page;

import dev.reprise.demo.DemoApplication;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A demo server in a JVM of its own, so that its threads and its CPU time are not the client's. It
 * ends with its standard input, and so with this JVM.
 */
final class ServerProcess implements AutoCloseable {
  private static final String READY = "DEMO-SERVER-READY ";

  private final Process process;
  private final Target target;

  private ServerProcess(Process process, Target target) {
    this.process = process;
    this.target = target;
  }

  static ServerProcess start() {
    try {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  main(),
                  "--port=0",
                  "--ready-json",
                  "--exit-with-stdin")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(READY)) {
          return new ServerProcess(process, Target.of(line.substring(READY.length())));
        }
      }
      throw new IllegalStateException("the demo server ended at once");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of the application's jar, whose classes stand in jars within, that which finds them. */
  private static String main() {
    List<String> classPath = List.of(System.getProperty("java.class.path").split(":", -1));
    return classPath.size() == 1
        ? "org.springframework.boot.loader.launch.JarLauncher"
        : DemoApplication.class.getName();
  }

  Target target() {
    return target;
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
