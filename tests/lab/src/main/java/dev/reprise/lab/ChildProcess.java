package dev.reprise.lab;

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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process that is spoken to in lines, or that writes a log. It does not outlive this JVM: {@link
 * #close()} ends it, and so does the end of this JVM, short of a kill that nothing can catch.
 *
 * <p>For use by one thread, but for {@link #close()}.
 */
public final class ChildProcess implements AutoCloseable {

  private static final int KEPT_ERROR_LINES = 2000;
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
  private final BlockingQueue<String> output = new LinkedBlockingQueue<>();
  private final List<String> errorLines = new ArrayList<>();
  private final List<Thread> readers = new ArrayList<>();

  private ChildProcess(String name, ProcessBuilder builder) {
    this.name = name;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new HarnessException(name + " cannot be started: " + e.getMessage(), e);
    }
    RUNNING.add(process);
    input = process.outputWriter(StandardCharsets.UTF_8);
    read("output", process.getInputStream(), output::add, () -> output.add(END));
    read("errors", process.getErrorStream(), this::keepErrorLine, () -> {});
  }

  /**
   * Starts a process.
   *
   * @param name what messages call it
   * @throws HarnessException if it cannot be started
   */
  public static ChildProcess start(String name, List<String> command) {
    return new ChildProcess(name, new ProcessBuilder(command));
  }

  /**
   * Starts a process whose output and errors go to a file.
   *
   * @param directory its working directory
   * @param environment what is added to the environment
   * @throws HarnessException if it cannot be started
   */
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

  private void read(String what, InputStream stream, Consumer<String> sink, Runnable atEnd) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                lines.lines().forEach(sink);
              } catch (IOException | UncheckedIOException e) {
                // Its end tells why.
              } finally {
                atEnd.run();
              }
            },
            name + " " + what);
    thread.setDaemon(true);
    thread.start();
    readers.add(thread);
  }

  private void keepErrorLine(String line) {
    synchronized (errorLines) {
      if (errorLines.size() == KEPT_ERROR_LINES) {
        errorLines.remove(0);
      }
      errorLines.add(line);
    }
  }

  /** Writes a line to its standard input. */
  public void send(String line) {
    try {
      input.write(line);
      input.newLine();
      input.flush();
    } catch (IOException e) {
      throw broken("does not listen any more", e);
    }
  }

  /**
   * The next line of output that begins with the prefix; lines before it are dropped.
   *
   * @throws HarnessException if it does not come within the limit, or the process ends. The process
   *     is killed then.
   */
  public String receive(String prefix, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    try {
      while (true) {
        String line = output.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (line == null) {
          throw killed("did not answer within %d s".formatted(limit.toSeconds()));
        }
        if (line.equals(END)) {
          output.add(END);
          throw killed("ended");
        }
        if (line.startsWith(prefix)) {
          return line;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
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
        throw killed("did not end within %d s".formatted(limit.toSeconds()));
      }
      awaitReaders();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    }
  }

  /** The lines of output that are there and were not received yet, and takes them away. */
  public List<String> outputLines() {
    List<String> lines = new ArrayList<>();
    output.drainTo(lines);
    if (lines.remove(END)) {
      output.add(END);
    }
    return lines;
  }

  /** The last lines of its standard error so far; none if it is logged. */
  public List<String> errorLines() {
    synchronized (errorLines) {
      return List.copyOf(errorLines);
    }
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  private HarnessException killed(String what) {
    destroyTree(process);
    awaitReaders();
    return broken(what, null);
  }

  /** What it said last is read then, short of a stream that somebody else keeps open. */
  private void awaitReaders() {
    try {
      for (Thread reader : readers) {
        reader.join(GRACE.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HarnessException broken(String what, Throwable cause) {
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
