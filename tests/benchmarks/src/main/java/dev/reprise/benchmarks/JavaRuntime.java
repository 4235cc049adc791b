package dev.reprise.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Java that runs the clients. Immutable. */
final class JavaRuntime {

  private static final Pattern VERSION = Pattern.compile("java\\.version = (\\S+)");
  private static final Pattern FEATURE = Pattern.compile("java\\.specification\\.version = (\\d+)");
  private static final Pattern VENDOR = Pattern.compile("java\\.vendor = (.+)");

  final Path command;
  final int feature;
  private final String description;

  private JavaRuntime(Path command, String properties) {
    this.command = command;
    feature = Integer.parseInt(find(FEATURE, properties));
    description = "Java " + find(VERSION, properties) + " of " + find(VENDOR, properties);
  }

  /** A {@code java} command, or the home of a runtime; null for the one that runs this. */
  static JavaRuntime at(Path given) throws IOException {
    Path home = given == null ? Path.of(System.getProperty("java.home")) : given;
    Path command = Files.isDirectory(home) ? home.resolve("bin").resolve("java") : home;
    if (!Files.isExecutable(command)) {
      throw new UsageException("--jdk: there is no Java at '" + home + "'");
    }
    Process process =
        new ProcessBuilder(command.toString(), "-XshowSettings:properties", "-version")
            .redirectErrorStream(true)
            .start();
    String properties = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    JavaRuntime runtime = new JavaRuntime(command, properties);
    if (runtime.feature < 11) {
      throw new UsageException("--jdk: Java 11 or newer is needed, that is " + runtime.feature);
    }
    return runtime;
  }

  private static String find(Pattern pattern, String properties) {
    Matcher matcher = pattern.matcher(properties);
    if (!matcher.find()) {
      throw new UsageException("--jdk: it does not tell its version");
    }
    return matcher.group(1).trim();
  }

  @Override
  public String toString() {
    return description;
  }
}
