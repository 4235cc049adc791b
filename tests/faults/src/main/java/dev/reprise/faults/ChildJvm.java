package dev.reprise.faults;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A JVM with this program's class path, whose output is read by lines. Ends with this one. */
final class ChildJvm implements AutoCloseable {

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
  }

  private final String name;
  private final Path errors;
  private final Process process;
  private final BufferedReader output;

  ChildJvm(String name, Path java, List<String> options, Class<?> main, List<String> arguments)
      throws IOException {
    this(name, java, options, main, arguments, Map.of());
  }

  ChildJvm(
      String name,
      Path java,
      List<String> options,
      Class<?> main,
      List<String> arguments,
      Map<String, String> environment)
      throws IOException {
    this.name = name;
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    errors = Files.createTempFile("reprise-faults", ".txt");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    process = builder.start();
    RUNNING.add(process);
    output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** The next line of output; null at its end. */
  String readLine() throws IOException {
    return output.readLine();
  }

  /** Waits for the end, and fails if that was not as it should be. */
  void awaitEnd() throws IOException {
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw ended();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProbeException("interrupted");
    }
  }

  /** What there is to say if it ended too early. */
  ProbeException ended() throws IOException {
    List<String> lines = Files.readAllLines(errors);
    String said =
        lines.stream()
            .filter(line -> line.contains("Exception") || line.contains("rror"))
            .findFirst()
            .orElseGet(() -> lines.isEmpty() ? "it said nothing" : lines.get(0));
    return new ProbeException(name + " ended too early: " + said);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    RUNNING.remove(process);
    File file = errors.toFile();
    if (!file.delete()) {
      file.deleteOnExit();
    }
  }
}
