package dev.reprise.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
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

  /** All runtimes to test on by name, oldest first. */
  public static final List<String> NAMES =
      List.of("11.0.9", "11.0.13", "17.0.2", "machine-17", "21.0.8", "25.0.2", "machine-25");

  /** Fetching all of them over a slow line takes a while. */
  private static final Duration FETCH_LIMIT = Duration.ofMinutes(10);

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Pattern PROPERTIES =
      Pattern.compile("java\\.vendor = ([^\n]*).*java\\.version = (\\S+)", Pattern.DOTALL);

  public static JavaRuntime own() {
    return new JavaRuntime(
        "own",
        Path.of(System.getProperty("java.home"), "bin", "java"),
        System.getProperty("java.version"),
        System.getProperty("java.vendor"));
  }

  public String described() {
    return version + " " + vendor;
  }

  public int feature() {
    return Integer.parseInt(version.split("\\D", 2)[0]);
  }

  public static JavaRuntime of(String name, Path java) {
    List<String> command =
        List.of(java.toString(), "-Xmx64m", "-XshowSettings:properties", "-version");
    String told = String.join("\n", ChildProcess.run(LIMIT, command).errors());
    Matcher matcher = PROPERTIES.matcher(told);
    if (!matcher.find()) {
      throw new HarnessException("'%s' does not tell its Java version".formatted(java));
    }
    return new JavaRuntime(name, java, matcher.group(2), matcher.group(1).trim());
  }

  /**
   * The runtimes asked for, in the order of {@link #NAMES}. One that cannot be had is left out.
   *
   * @param notes takes a line for each runtime that was left out, and why
   * @throws HarnessException if none of them can be had
   */
  public static List<JavaRuntime> find(List<String> names, Consumer<String> notes) {
    List<JavaRuntime> found = had(names, notes);
    if (found.isEmpty()) {
      throw new HarnessException("none of the JDKs %s can be had".formatted(names));
    }
    found.sort(Comparator.comparing(runtime -> NAMES.indexOf(runtime.name())));
    return found;
  }

  /** The machine's own Java of this feature version, named {@code machine-<feature>}. */
  public static Optional<JavaRuntime> ofMachine(int feature) {
    return had(List.of("machine-" + feature), note -> {}).stream().findFirst();
  }

  private static List<JavaRuntime> had(List<String> names, Consumer<String> notes) {
    List<JavaRuntime> found = new ArrayList<>();
    List<String> command =
        new ArrayList<>(List.of("bash", Installation.ROOT.resolve("tests/jdks.sh").toString()));
    command.addAll(names);
    ChildProcess.Ended told = ChildProcess.run(FETCH_LIMIT, command);
    told.errors().stream().filter(line -> line.contains("SKIPPED")).forEach(notes);
    for (String line : told.lines()) {
      String[] parts = line.split("\t", 2);
      found.add(of(parts[0], Path.of(parts[1])));
    }
    return found;
  }
}
