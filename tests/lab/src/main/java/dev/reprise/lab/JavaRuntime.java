package dev.reprise.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java runtime to test on. Immutable.
 *
 * @param name what it is called on command lines and in tables: a version such as {@code 11.0.9},
 *     or {@code machine-17}
 * @param java its {@code java} command
 * @param version its full version, as it tells it
 * @param vendor its vendor, as it tells it
 */
public record JavaRuntime(String name, Path java, String version, String vendor) {

  private static final int OLDEST = 11;
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Pattern PROPERTY = Pattern.compile("^\\s+(java\\.\\S+) = (.*)$");

  /** The one that runs this, named {@code own}. */
  public static JavaRuntime own() {
    return new JavaRuntime(
        "own",
        Path.of(System.getProperty("java.home"), "bin", "java"),
        System.getProperty("java.version"),
        System.getProperty("java.vendor"));
  }

  /**
   * The one that the user points to.
   *
   * @param option names the option in messages
   * @param path a {@code java} binary or the home of a JDK
   * @throws UsageException if it is no Java, or older than 11
   */
  public static JavaRuntime given(String option, Path path) {
    Path java = Files.isDirectory(path) ? path.resolve("bin").resolve("java") : path;
    if (!Files.isExecutable(java)) {
      throw new UsageException(
          "%s: '%s' is neither the home of a JDK nor a java binary".formatted(option, path));
    }
    try {
      JavaRuntime given = of("given", java);
      if (given.version().startsWith("1.") || given.feature() < OLDEST) {
        throw new UsageException(
            "%s: '%s' is Java %s; the clients need %d or newer"
                .formatted(option, java, given.version(), OLDEST));
      }
      return given;
    } catch (HarnessException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
  }

  /** Its version and vendor. */
  public String described() {
    return version + " " + vendor;
  }

  /** Its feature version, such as 17. */
  public int feature() {
    return Runtime.Version.parse(version).feature();
  }

  /**
   * Asks a Java for its version.
   *
   * @throws HarnessException if it cannot be run, or does not tell
   */
  static JavaRuntime of(String name, Path java) {
    String version = null;
    String vendor = "";
    try (ChildProcess process =
        ChildProcess.start(
            java.toString(),
            List.of(
                java.toString(),
                "-Xshare:auto",
                "-Xmx64m",
                "-XshowSettings:properties",
                "-version"))) {
      process.awaitExit(LIMIT);
      for (String line : process.errorLines()) {
        Matcher matcher = PROPERTY.matcher(line);
        if (matcher.matches() && matcher.group(1).equals("java.version")) {
          version = matcher.group(2).trim();
        } else if (matcher.matches() && matcher.group(1).equals("java.vendor")) {
          vendor = matcher.group(2).trim();
        }
      }
    }
    if (version == null) {
      throw new HarnessException("'%s' does not tell its Java version".formatted(java));
    }
    return new JavaRuntime(name, java, version, vendor);
  }
}
