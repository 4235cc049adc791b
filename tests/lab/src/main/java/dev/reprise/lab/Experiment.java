package dev.reprise.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * One verb of {@code tests/lab.sh}. It has options, measures cells, says which of them do not hold,
 * and writes a page from the raw data; what all of them do alike is here.
 */
public abstract class Experiment implements Callable<Integer> {

  /** Something did not hold, or it could not be done. */
  public static final int FAILURE = 1;

  /** The command line makes no sense. */
  public static final int USAGE = 2;

  /** A runtime could not be had. */
  public static final int JDK_MISSING = 3;

  /** What the commands call themselves. */
  static final String COMMAND = "reprise.command";

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "results",
      description =
          "Where the raw data go, and the page that is written from all of these that are there."
              + " docs/measured is for the record. Default ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--page",
      description = "Only write the page anew, from the raw data in the folder of --out.")
  private boolean pageOnly;

  @Override
  public final Integer call() throws IOException {
    if (pageOnly) {
      return writePage(out);
    }
    // What is measured is the commit of now: files may be edited while it takes its time.
    Run.currentCommit();
    return measure();
  }

  /** The name of the verb, of its folder of raw data, and of its page. */
  protected final String name() {
    return spec.name();
  }

  /**
   * Measures, writes the raw data into {@link #directory()} and the page, and tells what does not
   * hold.
   *
   * @return the exit code
   */
  protected abstract int measure() throws IOException;

  /**
   * Writes the page from the raw data.
   *
   * @return the exit code
   */
  protected abstract int writePage(Path directory) throws IOException;

  /**
   * The folder to write into, which is made; to be asked for once the options are known to make
   * sense.
   */
  protected final Path directory() {
    return directory(name());
  }

  /** The same for results that go by another name. */
  protected final Path directory(String experiment) {
    Path folder = out.resolve(experiment);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new HarnessException(
          "--out: the directory '%s' cannot be made: %s".formatted(folder, e), e);
    }
    if (!Files.isWritable(folder)) {
      throw new HarnessException("--out: '%s' cannot be written to".formatted(folder));
    }
    return out;
  }

  /** Where the page goes. */
  protected final Path page(Path directory) {
    return page(directory, name());
  }

  /** Where the page of results goes that go by another name. */
  protected static Path page(Path directory, String experiment) {
    return directory.resolve(experiment + ".md");
  }

  /** Whether a folder has raw data to write a page from. */
  protected boolean hasRawData(Path directory) {
    return Files.isDirectory(directory.resolve(name()));
  }

  /** Where results are told. */
  protected final PrintWriter console() {
    return spec.commandLine().getOut();
  }

  /** Where progress and complaints are told. */
  protected final PrintWriter errors() {
    return spec.commandLine().getErr();
  }

  /** Tells a complaint on one line. */
  protected final int complain(String message, int code) {
    return complain(spec, message, code);
  }

  static int complain(CommandSpec spec, String message, int code) {
    String hint = code == USAGE ? " (see --help)" : "";
    spec.commandLine()
        .getErr()
        .println(command(spec) + ": " + message.replaceAll("\\s*\\R\\s*", " ") + hint);
    return code;
  }

  /** The arguments of the command line, after the verb. */
  protected final List<String> arguments() {
    List<String> all = spec.commandLine().getParseResult().originalArgs();
    // The command is told with its verb.
    return !all.isEmpty() && all.get(0).equals(name()) ? all.subList(1, all.size()) : all;
  }

  /** What repeats the run, with these arguments. */
  protected final String commandLine(List<String> arguments) {
    return Stream.concat(Stream.of(command(spec)), arguments.stream())
        .collect(Collectors.joining(" "));
  }

  /** What repeats the run. */
  protected final String commandLine() {
    return commandLine(arguments());
  }

  private static String command(CommandSpec spec) {
    return System.getProperty(COMMAND, spec.qualifiedName());
  }

  /**
   * What was asked for by name, in the order of what is known.
   *
   * @param option names the option in messages
   * @param noun what one of them is
   */
  public static <T> List<T> choose(
      String option, String noun, List<String> asked, List<T> known, Function<T, String> label) {
    List<T> chosen = new ArrayList<>();
    for (String name : asked) {
      chosen.add(
          known.stream()
              .filter(candidate -> label.apply(candidate).equalsIgnoreCase(name.trim()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "%s: unknown %s '%s'; known are %s"
                              .formatted(
                                  option,
                                  noun,
                                  name,
                                  known.stream().map(label).collect(Collectors.joining(", "))))));
    }
    return known.stream().filter(chosen::contains).toList();
  }

  /** The value, which has to be within the bounds. */
  public static int within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new UsageException(
          "%s: %d is not within %d to %d".formatted(option, value, least, most));
    }
    return value;
  }

  /**
   * The runtimes of these names.
   *
   * @param skipped takes a line for each that cannot be had
   */
  protected static List<JavaRuntime> runtimes(List<String> names, List<String> skipped) {
    return JavaRuntimes.find(
        Installation.jdksScript(),
        choose("--jdks", "JDK", names, JavaRuntimes.NAMES, Function.identity()),
        skipped::add);
  }
}
