package dev.reprise.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM of its own for a client or a server: it is sent JSON lines on its standard input and
 * answers with JSON lines on its standard output. For use by one thread.
 *
 * <pre>{@code
 * try (ChildJvm jvm =
 *     ChildJvm.on(runtime).named("the probe").classPath(jars).main("org.example.Main").start()) {
 *   jvm.send(request);
 *   Reply reply = jvm.receive(Reply.class, Duration.ofSeconds(30));
 * }
 * }</pre>
 */
public final class ChildJvm implements AutoCloseable {

  /** The option that keeps HttpClient 4.5 from logging. */
  public static final String SILENT =
      "-Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ChildProcess process;

  private ChildJvm(ChildProcess process) {
    this.process = process;
  }

  /** A JVM of this runtime. */
  public static Builder on(JavaRuntime runtime) {
    return on(runtime.java()).named("the JVM on " + runtime.name());
  }

  /** A JVM of this {@code java} command. */
  public static Builder on(Path java) {
    return new Builder(java);
  }

  /** Writes an object as one line of JSON. */
  public void send(Object message) {
    try {
      process.send(JSON.writeValueAsString(message));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * The next JSON object on the standard output; lines that begin otherwise are dropped.
   *
   * @throws HarnessException if it does not come within the limit or is unreadable; the JVM is
   *     killed if it does not come
   */
  public <T> T receive(Class<T> type, Duration limit) {
    String line = process.receive("{", limit);
    try {
      return JSON.readValue(line, type);
    } catch (JsonProcessingException e) {
      throw new HarnessException("unreadable answer: " + e.getOriginalMessage(), e);
    }
  }

  /** The process, for what goes beyond JSON lines. */
  public ChildProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }

  /** Says how to start it. Not thread-safe. */
  public static final class Builder {
    private final Path java;
    private final List<String> options = new ArrayList<>();
    private final List<Path> classPath = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private String name;
    private String heap = "256m";
    private String main;

    private Builder(Path java) {
      this.java = java;
      name = "the JVM of " + java;
    }

    /** What messages call it. */
    public Builder named(String what) {
      name = what;
      return this;
    }

    /** The most heap, as -Xmx takes it. Default 256m. */
    public Builder heap(String most) {
      heap = most;
      return this;
    }

    /** Adds options of the JVM, such as {@code -Dname=value}. */
    public Builder options(String... more) {
      options.addAll(List.of(more));
      return this;
    }

    /** Adds jars or folders to the class path. */
    public Builder classPath(List<Path> more) {
      classPath.addAll(more);
      return this;
    }

    /** The main class. */
    public Builder main(String className) {
      main = className;
      return this;
    }

    /** Adds arguments of the main class. Not for secrets: everyone can see them. */
    public Builder arguments(String... more) {
      arguments.addAll(List.of(more));
      return this;
    }

    /** The command line. */
    public List<String> command() {
      if (main == null) {
        throw new IllegalStateException("main: no main class given");
      }
      List<String> command = new ArrayList<>();
      command.addAll(List.of(java.toString(), "-Xmx" + heap, "-XX:+DisplayVMOutputToStderr"));
      command.addAll(options);
      command.add("-cp");
      command.add(ClassPath.of(classPath));
      command.add(main);
      command.addAll(arguments);
      return command;
    }

    /**
     * Starts it.
     *
     * @throws HarnessException if it cannot be started
     */
    public ChildJvm start() {
      return new ChildJvm(ChildProcess.start(name, command()));
    }
  }
}
