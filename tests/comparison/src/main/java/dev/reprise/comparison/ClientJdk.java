package dev.reprise.comparison;

import dev.reprise.harness.HarnessException;
import dev.reprise.harness.JavaRuntime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Java that runs the clients.
 *
 * @param java the {@code java} binary
 * @param feature its feature version, such as 17
 * @param description its version and vendor
 */
record ClientJdk(Path java, int feature, String description) {

  private static final int OLDEST = 11;
  private static final Pattern PROPERTY =
      Pattern.compile("^\\s+(java\\.\\S+) = (.*)$", Pattern.MULTILINE);

  /** The Java that runs this program. */
  static ClientJdk current() {
    return new ClientJdk(
        JavaRuntime.own().java(),
        Runtime.version().feature(),
        System.getProperty("java.version") + " " + System.getProperty("java.vendor"));
  }

  /**
   * Asks a Java for its version.
   *
   * @param path a {@code java} binary or the home of a JDK
   */
  static ClientJdk of(Path path) {
    Path java = Files.isDirectory(path) ? path.resolve("bin").resolve("java") : path;
    if (!Files.isExecutable(java)) {
      throw new UsageException(
          "--jdk: '%s' is neither the home of a JDK nor a java binary".formatted(path));
    }
    String output = properties(java);
    String version = property(output, "java.specification.version");
    if (version == null) {
      throw new UsageException("--jdk: '%s' does not tell its Java version".formatted(java));
    }
    String feature = version.startsWith("1.") ? version.substring(2) : version;
    if (Integer.parseInt(feature) < OLDEST) {
      throw new UsageException(
          "--jdk: '%s' is Java %s; the clients need %d or newer".formatted(java, feature, OLDEST));
    }
    return new ClientJdk(
        java,
        Integer.parseInt(feature),
        property(output, "java.version") + " " + property(output, "java.vendor"));
  }

  private static String properties(Path java) {
    try {
      Path output = Files.createTempFile("java-properties", ".txt");
      try {
        Process process =
            new ProcessBuilder(java.toString(), "-XshowSettings:properties", "-version")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.getOutputStream().close();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
        return Files.readString(output, StandardCharsets.ISO_8859_1);
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UsageException("--jdk: '%s' cannot be run: %s".formatted(java, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    }
  }

  private static String property(String output, String name) {
    Matcher matcher = PROPERTY.matcher(output);
    while (matcher.find()) {
      if (matcher.group(1).equals(name)) {
        return matcher.group(2).trim();
      }
    }
    return null;
  }
}
