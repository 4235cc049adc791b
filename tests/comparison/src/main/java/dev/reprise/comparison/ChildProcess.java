package dev.reprise.comparison;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process that is spoken to in lines. It does not outlive this JVM: it ends when its standard
 * input does, and is told to end when this JVM is stopped.
 */
final class ChildProcess implements AutoCloseable {

  private static final int KEPT_ERROR_LINES = 30;
  private static final String END = "\0end";
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroy)));
  }

  private final String name;
  private final Process process;
  private final BufferedWriter input;
  private final BlockingQueue<String> output = new LinkedBlockingQueue<>();
  private final Deque<String> errorLines = new ArrayDeque<>();

  ChildProcess(String name, List<String> command) {
    this.name = name;
    try {
      process = new ProcessBuilder(command).start();
    } catch (IOException e) {
      throw new ComparisonException(name + " cannot be started: " + e.getMessage(), e);
    }
    RUNNING.add(process);
    input = process.outputWriter(StandardCharsets.UTF_8);
    read("output", process.getInputStream(), output::add, () -> output.add(END));
    read("errors", process.getErrorStream(), this::keepErrorLine, () -> {});
  }

  private void read(String what, InputStream stream, Consumer<String> sink, Runnable atEnd) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                lines.lines().forEach(sink);
              } catch (IOException | java.io.UncheckedIOException e) {
                keepErrorLine(e.getMessage());
              } finally {
                atEnd.run();
              }
            },
            name + " " + what);
    thread.setDaemon(true);
    thread.start();
  }

  private void keepErrorLine(String line) {
    synchronized (errorLines) {
      errorLines.add(line);
      if (errorLines.size() > KEPT_ERROR_LINES) {
        errorLines.remove();
      }
    }
  }

  void send(String line) {
    try {
      input.write(line);
      input.newLine();
      input.flush();
    } catch (IOException e) {
      throw broken("does not listen any more", e);
    }
  }

  /** The next line of output that begins with the prefix. */
  String receive(String prefix, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    try {
      while (true) {
        String line = output.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (line == null) {
          throw broken("did not answer within %d s".formatted(limit.toSeconds()), null);
        }
        if (line.equals(END)) {
          output.add(END);
          throw broken("ended", null);
        }
        if (line.startsWith(prefix)) {
          return line;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ComparisonException("interrupted", e);
    }
  }

  private ComparisonException broken(String what, Throwable cause) {
    String said;
    synchronized (errorLines) {
      said = errorLines.isEmpty() ? "" : ": " + errorLines.getLast();
    }
    return new ComparisonException(name + " " + what + said, cause);
  }

  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException e) {
      keepErrorLine(e.getMessage());
    }
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    RUNNING.remove(process);
  }
}
