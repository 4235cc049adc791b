package dev.reprise.lab;

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

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Pattern PROPERTIES =
      Pattern.compile("java\\.vendor = ([^\n]*).*java\\.version = (\\S+)", Pattern.DOTALL);

  /** The one that runs this, named {@code own}. */
  public static JavaRuntime own() {
    return new JavaRuntime(
        "own",
        Path.of(System.getProperty("java.home"), "bin", "java"),
        System.getProperty("java.version"),
        System.getProperty("java.vendor"));
  }

  /** Its version and vendor. */
  public String described() {
    return version + " " + vendor;
  }

  /** Its feature version, such as 17. */
  public int feature() {
    return Integer.parseInt(version.split("\\D", 2)[0]);
  }

  /** Asks a Java for its version. */
  public static JavaRuntime of(String name, Path java) {
    List<String> command =
        List.of(java.toString(), "-Xmx64m", "-XshowSettings:properties", "-version");
    try (ChildProcess process = ChildProcess.start(java.toString(), command)) {
      process.awaitExit(LIMIT);
      Matcher matcher = PROPERTIES.matcher(String.join("\n", process.errorLines()));
      if (!matcher.find()) {
        throw new HarnessException("'%s' does not tell its Java version".formatted(java));
      }
      return new JavaRuntime(name, java, matcher.group(2), matcher.group(1).trim());
    }
  }
}
