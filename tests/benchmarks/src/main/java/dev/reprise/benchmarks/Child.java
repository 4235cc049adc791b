package dev.reprise.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** A JVM beside this one, on the same class path; it ends at the end of its input. */
final class Child implements AutoCloseable {

  /** The line after a child's properties. */
  static final String END = "#end";

  private final Process process;
  private final BufferedReader lines;

  /** Starts a main class; what it writes to standard error goes to the log. */
  Child(Path java, Path log, List<String> options, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.ISO_8859_1));
  }

  /** Hands it properties; headers may be secrets, so they are not in the command line. */
  void send(Properties properties) throws IOException {
    OutputStream out = process.getOutputStream();
    properties.store(out, null);
    out.write((END + "\n").getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** The properties that it writes next. */
  Properties receive() throws IOException {
    return read(lines);
  }

  /** Reads properties up to the line that ends them. */
  static Properties read(BufferedReader lines) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line = lines.readLine(); !END.equals(line); line = lines.readLine()) {
      if (line == null) {
        throw new IOException("a process ended before its answer; see the log");
      }
      text.append(line).append('\n');
    }
    Properties properties = new Properties();
    properties.load(new StringReader(text.toString()));
    return properties;
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
