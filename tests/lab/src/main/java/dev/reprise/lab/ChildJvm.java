package dev.reprise.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A JVM of its own for a client or a server: it is sent JSON lines on its standard input and
 * answers with JSON lines on its standard output. For use by one thread.
 */
public final class ChildJvm implements AutoCloseable {

  /** The class path of this program, which child JVMs may run on too. */
  public static final List<Path> OWN_CLASSES =
      Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
          .map(Path::of)
          .toList();

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
   * @throws HarnessException if it does not come within the limit; the JVM is killed then
   */
  public <T> T receive(Class<T> type, Duration limit) {
    try {
      return JSON.readValue(process.receive("{", limit), type);
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
    private List<Path> classPath = OWN_CLASSES;
    private List<String> arguments = List.of();
    private String name;
    private String main;

    private Builder(Path java) {
      this.java = java;
      name = "the JVM of " + java;
      // HttpClient 4.5 is not to log.
      options("-Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog");
    }

    /** What messages call it. */
    public Builder named(String what) {
      name = what;
      return this;
    }

    /** Adds options of the JVM, such as {@code -Dname=value}. */
    public Builder options(String... more) {
      options.addAll(List.of(more));
      return this;
    }

    /** Its jars and folders, in the place of this JVM's. */
    public Builder classPath(List<Path> entries) {
      classPath = entries;
      return this;
    }

    /** The main class. */
    public Builder main(String className) {
      main = className;
      return this;
    }

    /** The arguments of the main class. Not for secrets: everyone can see them. */
    public Builder arguments(String... all) {
      arguments = List.of(all);
      return this;
    }

    /** The command line. */
    public List<String> command() {
      List<String> command =
          new ArrayList<>(List.of(java.toString(), "-Xmx256m", "-XX:+DisplayVMOutputToStderr"));
      command.addAll(options);
      command.add("-cp");
      command.add(
          classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
      command.add(main);
      command.addAll(arguments);
      return command;
    }

    /** Starts it. */
    public ChildJvm start() {
      return new ChildJvm(ChildProcess.start(name, command()));
    }
  }
}
