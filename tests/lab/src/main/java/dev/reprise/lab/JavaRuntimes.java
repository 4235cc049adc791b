package dev.reprise.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Finds the Java runtimes to test on: those of {@code tests/jdks.sh}, which fetches what is
 * missing, and the machine's own 17 and 25.
 */
public final class JavaRuntimes {

  private static final String MACHINE = "machine-";

  /** All runtimes to test on by name, oldest first. */
  public static final List<String> NAMES =
      List.of("11.0.9", "11.0.13", "17.0.2", MACHINE + 17, "21.0.8", "25.0.2", MACHINE + 25);

  /** The names, for the help of an option. */
  public static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    /** All of them. */
    public Names() {
      super(NAMES);
    }
  }

  /** Fetching all of them over a slow line takes a while. */
  private static final Duration FETCH_LIMIT = Duration.ofMinutes(10);

  /** What the script exits with where a runtime could not be had. */
  private static final int LEFT_OUT = 3;

  private JavaRuntimes() {}

  /**
   * The runtimes asked for, in the order of {@link #NAMES}. One that cannot be had is left out.
   *
   * @param script {@code tests/jdks.sh}
   * @param notes takes a line for each runtime that was left out, and why
   * @throws HarnessException if none of them can be had
   */
  public static List<JavaRuntime> find(Path script, List<String> names, Consumer<String> notes) {
    List<JavaRuntime> found = new ArrayList<>();
    List<String> fetched =
        NAMES.stream().filter(names::contains).filter(name -> !name.startsWith(MACHINE)).toList();
    if (!fetched.isEmpty()) {
      fetched(script, fetched, notes).forEach(found::add);
    }
    for (int feature : List.of(17, 25)) {
      String name = MACHINE + feature;
      if (names.contains(name)) {
        ofMachine(feature)
            .ifPresentOrElse(
                found::add,
                () ->
                    notes.accept(
                        "SKIPPED %s: no Java %d found; set JAVA_HOME_%d"
                            .formatted(name, feature, feature)));
      }
    }
    if (found.isEmpty()) {
      throw new HarnessException("none of the JDKs %s can be had".formatted(names));
    }
    return found.stream()
        .sorted((one, other) -> NAMES.indexOf(one.name()) - NAMES.indexOf(other.name()))
        .toList();
  }

  /** The machine's own Java of this feature version, named {@code machine-<feature>}. */
  public static Optional<JavaRuntime> ofMachine(int feature) {
    return machine(feature).map(java -> JavaRuntime.of(MACHINE + feature, java));
  }

  private static List<JavaRuntime> fetched(
      Path script, List<String> versions, Consumer<String> notes) {
    List<String> command = new ArrayList<>(List.of("bash", script.toString()));
    command.addAll(versions);
    try (ChildProcess process = ChildProcess.start("jdks.sh", command)) {
      int code = process.awaitExit(FETCH_LIMIT);
      if (code != 0 && code != LEFT_OUT) {
        throw new HarnessException(
            "%s failed: %s".formatted(script, String.join("; ", process.errorLines())));
      }
      process.errorLines().stream().filter(line -> line.contains("SKIPPED")).forEach(notes);
      List<JavaRuntime> runtimes = new ArrayList<>();
      for (String line : process.outputLines()) {
        String[] parts = line.split("\t", 2);
        if (parts.length == 2) {
          runtimes.add(JavaRuntime.of(parts[0], Path.of(parts[1])));
        }
      }
      return runtimes;
    }
  }

  /**
   * A Java of the machine by its feature version: JAVA_HOME_&lt;feature&gt;, the Java that runs
   * this, JAVA_HOME, or what is installed under /usr/lib/jvm.
   */
  static Optional<Path> machine(int feature) {
    List<Path> homes = new ArrayList<>();
    Stream.of(
            System.getenv("JAVA_HOME_" + feature),
            System.getProperty("java.home"),
            System.getenv("JAVA_HOME"))
        .filter(Objects::nonNull)
        .map(Path::of)
        .forEach(homes::add);
    Path installed = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(installed)) {
      try (Stream<Path> folders = Files.list(installed)) {
        folders.sorted().forEach(homes::add);
      } catch (IOException e) {
        throw new HarnessException("'%s' cannot be read: %s".formatted(installed, e), e);
      }
    }
    return homes.stream()
        .filter(home -> release(home) == feature)
        .map(home -> home.resolve("bin").resolve("java"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The feature version that a Java's release file tells, or 0. */
  private static int release(Path home) {
    Path release = home.resolve("release");
    if (!Files.isRegularFile(release)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(release)) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.substring("JAVA_VERSION=".length()).replace("\"", ""))
          .filter(version -> !version.startsWith("1."))
          .map(version -> Runtime.Version.parse(version).feature())
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
