package dev.reprise.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
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
    List<String> command = new ArrayList<>(List.of("bash", script.toString()));
    for (String name : names) {
      if (name.startsWith(MACHINE)) {
        int feature = Integer.parseInt(name.substring(MACHINE.length()));
        ofMachine(feature)
            .ifPresentOrElse(
                found::add,
                () ->
                    notes.accept(
                        "SKIPPED %s: no Java %d found; set JAVA_HOME_%2$d"
                            .formatted(name, feature)));
      } else {
        command.add(name);
      }
    }
    if (command.size() > 2) {
      try (ChildProcess process = ChildProcess.start("jdks.sh", command)) {
        process.awaitExit(FETCH_LIMIT);
        process.errorLines().stream().filter(line -> line.contains("SKIPPED")).forEach(notes);
        for (String line : process.outputLines()) {
          String[] parts = line.split("\t", 2);
          found.add(JavaRuntime.of(parts[0], Path.of(parts[1])));
        }
      }
    }
    if (found.isEmpty()) {
      throw new HarnessException("none of the JDKs %s can be had".formatted(names));
    }
    found.sort(Comparator.comparing(runtime -> NAMES.indexOf(runtime.name())));
    return found;
  }

  /**
   * The machine's own Java of this feature version, named {@code machine-<feature>}:
   * JAVA_HOME_&lt;feature&gt;, the Java that runs this, JAVA_HOME, or one under /usr/lib/jvm.
   */
  public static Optional<JavaRuntime> ofMachine(int feature) {
    List<Path> homes = new ArrayList<>();
    Stream.of(
            System.getenv("JAVA_HOME_" + feature),
            System.getProperty("java.home"),
            System.getenv("JAVA_HOME"))
        .filter(Objects::nonNull)
        .forEach(home -> homes.add(Path.of(home)));
    String[] installed = Path.of("/usr/lib/jvm").toFile().list();
    Stream.of(installed == null ? new String[0] : installed)
        .sorted()
        .forEach(name -> homes.add(Path.of("/usr/lib/jvm", name)));
    return homes.stream()
        .map(home -> home.resolve("bin").resolve("java"))
        .filter(Files::isExecutable)
        .map(java -> JavaRuntime.of(MACHINE + feature, java))
        .filter(runtime -> runtime.feature() == feature)
        .findFirst();
  }
}
