package dev.reprise.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
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
  private static final String END = "\0end";
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(ChildProcess::destroyTree)));
  }

  private final String name;
  private final Process process;
  private final BufferedWriter input;
  private final LinkedBlockingQueue<String> output = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<String> errors = new LinkedBlockingQueue<>();

  private ChildProcess(String name, ProcessBuilder builder) {
    this.name = name;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new HarnessException(name + " cannot be started: " + e.getMessage(), e);
    }
    RUNNING.add(process);
    input = process.outputWriter(StandardCharsets.UTF_8);
    read(process.getInputStream(), output);
    read(process.getErrorStream(), errors);
  }

  /** Starts a process, which messages call by the name. */
  public static ChildProcess start(String name, List<String> command) {
    return new ChildProcess(name, new ProcessBuilder(command));
  }

  /** Starts a process whose output and errors go to a file. */
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
    return new ChildProcess(name, builder);
  }

  private void read(InputStream stream, LinkedBlockingQueue<String> lines) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader reader =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                reader.lines().forEach(lines::add);
              } catch (IOException | UncheckedIOException e) {
                // Its end tells why.
              } finally {
                lines.add(END);
              }
            },
            name + " reader");
    thread.setDaemon(true);
    thread.start();
  }

  /** Writes an object as one line of JSON to its standard input. */
  public void send(Object message) {
    try {
      input.write(JSON.writeValueAsString(message));
      input.newLine();
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
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      String line = poll(output, deadline - System.nanoTime());
      if (line == null) {
        throw broken("did not answer within %d s".formatted(limit.toSeconds()), null);
      }
      if (line.equals(END)) {
        output.add(END);
        throw broken("ended", null);
      }
      if (line.startsWith("{")) {
        try {
          return JSON.readValue(line, type);
        } catch (JsonProcessingException e) {
          throw broken("gave an answer that cannot be read", e);
        }
      }
    }
  }

  /**
   * Ends its standard input and waits for its end.
   *
   * @return the exit code
   * @throws HarnessException if it does not end within the limit. The process is killed then.
   */
  public int awaitExit(Duration limit) {
    closeInput();
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw broken("did not end within %d s".formatted(limit.toSeconds()), null);
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** The lines of output that were not received yet; of a process that has ended all of them. */
  public List<String> outputLines() {
    return rest(output);
  }

  /** The same of its standard error; none if it is logged. */
  public List<String> errorLines() {
    return rest(errors);
  }

  /** What it said last is read, short of a stream that somebody else keeps open. */
  private List<String> rest(LinkedBlockingQueue<String> lines) {
    List<String> rest = new ArrayList<>();
    if (!process.isAlive()) {
      for (String line = ""; line != null && !line.equals(END); ) {
        line = poll(lines, GRACE.toNanos());
        rest.add(line);
      }
    }
    lines.drainTo(rest);
    rest.removeIf(line -> line == null || line.equals(END));
    lines.add(END);
    return rest;
  }

  private static String poll(LinkedBlockingQueue<String> lines, long nanos) {
    try {
      return lines.poll(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static HarnessException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new HarnessException("interrupted", e);
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Kills it, and tells why with what it said last. */
  private HarnessException broken(String what, Throwable cause) {
    destroyTree(process);
    try {
      process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
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
