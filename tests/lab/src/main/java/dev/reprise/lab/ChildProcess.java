package dev.reprise.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A process that is spoken to in lines of JSON, or that writes a log. It does not outlive this JVM:
 * {@link #close()} ends it, and so does the end of this JVM, short of a kill that nothing can
 * catch.
 *
 * <p>For use by one thread, but for {@link #close()}.
 */
public final class ChildProcess implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(ChildProcess::destroyTree)));
  }

  private final String name;
  private final File errors;
  private final Process process;
  private final BufferedWriter input;
  private final BufferedReader output;

  private ChildProcess(String name, ProcessBuilder builder, File errors) {
    this.name = name;
    this.errors = errors;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new HarnessException(name + " cannot be started: " + e.getMessage(), e);
    }
    RUNNING.add(process);
    input = process.outputWriter(StandardCharsets.UTF_8);
    output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts a process, which messages call by the name. */
  public static ChildProcess start(String name, List<String> command) {
    try {
      File errors = File.createTempFile("reprise-lab-", ".log");
      errors.deleteOnExit();
      return new ChildProcess(name, new ProcessBuilder(command).redirectError(errors), errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ChildProcess startLogged(
      String name,
      List<String> command,
      Path directory,
      Map<String, String> environment,
      Path log) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return new ChildProcess(name, builder, log.toFile());
  }

  public record Ended(int code, List<String> lines, List<String> errors) {}

  static Ended run(Duration limit, List<String> command) {
    try (ChildProcess process = start(command.get(0), command)) {
      return process.awaitEnd(limit);
    }
  }

  public void send(Object message) {
    try {
      input.write(JSON.writeValueAsString(message) + "\n");
      input.flush();
    } catch (IOException e) {
      throw broken("does not listen any more", e);
    }
  }

  /**
   * The next JSON object on its standard output; lines that begin otherwise are dropped.
   *
   * @throws HarnessException if it does not come within the limit, or the process ends. The process
   *     is killed then.
   */
  public <T> T receive(Class<T> type, Duration limit) {
    CompletableFuture<Void> overdue = killAfter(limit);
    try {
      String line = output.readLine();
      while (line != null && !line.startsWith("{")) {
        line = output.readLine();
      }
      if (line == null) {
        String late = "did not answer within %d s".formatted(limit.toSeconds());
        throw broken(overdue.isDone() ? late : "ended", null);
      }
      return JSON.readValue(line, type);
    } catch (JsonProcessingException e) {
      throw broken("gave an answer that cannot be read", e);
    } catch (IOException e) {
      throw broken("ended", e);
    } finally {
      overdue.cancel(false);
    }
  }

  /**
   * Ends its standard input and waits for its end.
   *
   * @throws HarnessException if it does not end within the limit. The process is killed then.
   */
  public Ended awaitEnd(Duration limit) {
    CompletableFuture<Void> overdue = killAfter(limit);
    try {
      closeInput();
      List<String> lines = output.lines().toList();
      int code = process.waitFor();
      if (overdue.isDone()) {
        throw broken("did not end within %d s".formatted(limit.toSeconds()), null);
      }
      return new Ended(code, lines, errorLines());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    } finally {
      overdue.cancel(false);
    }
  }

  /** Its output ends with it, which whoever reads that meets. */
  private CompletableFuture<Void> killAfter(Duration limit) {
    return CompletableFuture.runAsync(
        () -> destroyTree(process),
        CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** The lines of its standard error so far, or of its log. */
  public List<String> errorLines() {
    try {
      return new String(Files.readAllBytes(errors.toPath()), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  private HarnessException broken(String what, Throwable cause) {
    close();
    List<String> lines = errorLines();
    String said = lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1);
    return new HarnessException(name + " " + what + said, cause);
  }

  /** By its handle, since the process itself closes its streams under their readers. */
  private static void destroyTree(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.toHandle().destroyForcibly();
  }

  private void closeInput() {
    try {
      input.close();
    } catch (IOException e) {
      // It does not listen any more, which its end tells.
    }
  }

  /** Ends it: its standard input first, then by a signal, then by force. */
  @Override
  public void close() {
    closeInput();
    process.destroy();
    try {
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        destroyTree(process);
        process.waitFor();
      }
    } catch (InterruptedException e) {
      destroyTree(process);
      Thread.currentThread().interrupt();
    }
    RUNNING.remove(process);
  }
}
