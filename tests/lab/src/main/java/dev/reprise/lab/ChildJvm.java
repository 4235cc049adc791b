package dev.reprise.lab;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Says how to start a JVM of its own for a client or a server. Not thread-safe. */
public final class ChildJvm {

  /** The class path of this program, which child JVMs run on too unless they are given one. */
  private static final List<Path> OWN_CLASSES =
      Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
          .map(Path::of)
          .toList();

  private final JavaRuntime java;
  private final List<String> options = new ArrayList<>();
  private List<Path> classPath = OWN_CLASSES;
  private String main;
  private String[] arguments;

  private ChildJvm(JavaRuntime runtime) {
    java = runtime;
    // HttpClient 4.5 is not to log.
    options("-Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog");
  }

  public static ChildJvm on(JavaRuntime runtime) {
    return new ChildJvm(runtime);
  }

  public ChildJvm options(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  public ChildJvm classPath(List<Path> entries) {
    classPath = entries;
    return this;
  }

  /** The main class and its arguments. Not for secrets: everyone can see them. */
  public ChildJvm main(String className, String... all) {
    main = className;
    arguments = all;
    return this;
  }

  public List<String> command() {
    List<String> command =
        new ArrayList<>(
            List.of(java.java().toString(), "-Xmx256m", "-XX:+DisplayVMOutputToStderr"));
    command.addAll(options);
    command.add("-cp");
    command.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add(main);
    command.addAll(List.of(arguments));
    return command;
  }

  public ChildProcess start() {
    return ChildProcess.start("the JVM on " + java.name(), command());
  }
}
