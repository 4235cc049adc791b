package dev.reprise.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * One verb of {@code tests/lab.sh}. It has options, measures cells, says which of them do not hold,
 * and writes a page from the raw data; what all of them do alike is here.
 */
public abstract class Experiment implements Callable<Integer> {

  public static final int FAILURE = 1;
  public static final int USAGE = 2;
  public static final int JDK_MISSING = 3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "results",
      description =
          "Where the raw data go, and the page that is written from all of these that are there."
              + " docs/measured is for the record. Default ${DEFAULT-VALUE}.")
  private Path out;

  @Override
  public final Integer call() throws IOException {
    // What is measured is the commit of now: files may be edited while it takes its time.
    Run.currentCommit();
    return measure();
  }

  /** The name of the verb, of its folder of raw data, and of its page. */
  protected final String name() {
    return spec.name();
  }

  /** Measures, writes the raw data and the page, tells what does not hold; the exit code. */
  protected abstract int measure() throws IOException;

  protected abstract List<String> writePage(Path directory) throws IOException;

  /** Makes the folder to write to; to be called once the options are known to make sense. */
  protected final void directory() {
    Path folder = out.resolve(name());
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new HarnessException(
          "--out: the directory '%s' cannot be made: %s".formatted(folder, e), e);
    }
  }

  /** Writes down what was found on a runtime, or on a variant of what runs there. */
  protected final <S, C> Run<S, C> record(
      Instant begin,
      JavaRuntime runtime,
      String variant,
      List<String> notes,
      S settings,
      List<C> cells)
      throws IOException {
    Run<S, C> run =
        Run.of(name(), begin, commandLine(), runtime.described(), variant, notes, settings, cells);
    run.write(out);
    return run;
  }

  protected final Path page(Path directory) {
    return directory.resolve(name() + ".md");
  }

  /** Tells what does not hold, writes the page, and gives the exit code. */
  protected final int end(int cells, List<String> broken, boolean jdkMissing) throws IOException {
    List<String> unexplained = writePage(out);
    PrintWriter told = spec.commandLine().getOut();
    broken.forEach(told::println);
    unexplained.forEach(told::println);
    told.printf("%d cells, %d broken; written: %s%n", cells, broken.size(), page(out));
    return !broken.isEmpty() || !unexplained.isEmpty() ? FAILURE : jdkMissing ? JDK_MISSING : 0;
  }

  protected final PrintWriter errors() {
    return spec.commandLine().getErr();
  }

  static int complain(CommandSpec spec, String message, int code) {
    String hint = code == USAGE ? " (see --help)" : "";
    spec.commandLine()
        .getErr()
        .println(command(spec) + ": " + message.replaceAll("\\s*\\R\\s*", " ") + hint);
    return code;
  }

  private String commandLine() {
    List<String> all = spec.commandLine().getParseResult().originalArgs();
    // The command is told with its verb.
    return command(spec) + " " + String.join(" ", all.subList(1, all.size()));
  }

  private static String command(CommandSpec spec) {
    return System.getProperty("reprise.command", spec.qualifiedName());
  }

  /** What was asked for by name, in the order of what is known; all if nothing was. */
  public static <T> List<T> choose(
      String option, String noun, List<String> asked, List<T> known, Function<T, String> label) {
    if (asked == null) {
      return known;
    }
    List<String> labels = known.stream().map(label).toList();
    for (String name : asked) {
      if (!labels.contains(name)) {
        throw HarnessException.ofUsage(
            "%s: unknown %s '%s'; known are %s"
                .formatted(option, noun, name, labels.stream().collect(Collectors.joining(", "))));
      }
    }
    return known.stream().filter(one -> asked.contains(label.apply(one))).toList();
  }

  public static int within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw HarnessException.ofUsage(
          "%s: %d is not within %d to %d".formatted(option, value, least, most));
    }
    return value;
  }

  /** The runtimes of these names; a line is noted and told for each that cannot be had. */
  protected final List<JavaRuntime> runtimes(List<String> names, List<String> notes) {
    List<JavaRuntime> found =
        JavaRuntime.find(
            choose("--jdks", "JDK", names, JavaRuntime.NAMES, Function.identity()), notes::add);
    notes.forEach(errors()::println);
    return found;
  }
}
