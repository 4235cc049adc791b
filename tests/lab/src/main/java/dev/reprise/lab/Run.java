package dev.reprise.lab;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * What one run of an experiment found on one runtime, with all that a reader of the figures must
 * know. Stands in {@code EXPERIMENT/RUNTIME.json}, or {@code RUNTIME-VARIANT.json}.
 *
 * @param experiment the name of the experiment: of its command, its folder and its page
 * @param date when it began, UTC
 * @param command what repeats it
 * @param commit the commit that was run, with {@code -dirty} if files differed; null if unknown
 * @param version the version of Reprise
 * @param client version and vendor of the Java that was measured
 * @param server those of a server's Java
 * @param variant what was measured on the runtime, where there is more than one such thing
 * @param notes what was skipped, what failed, and what else a reader must know
 * @param settings what holds for all cells
 * @param cells what was found
 */
public record Run<S, C>(
    String experiment,
    String date,
    String command,
    String commit,
    String version,
    Machine machine,
    String client,
    String server,
    String variant,
    List<String> notes,
    S settings,
    List<C> cells) {

  private static final Duration GIT_LIMIT = Duration.ofSeconds(20);

  /** A run that ends now on this machine, of these files. */
  public static <S, C> Run<S, C> of(
      String experiment,
      Instant begin,
      String command,
      String client,
      String variant,
      List<String> notes,
      S settings,
      List<C> cells) {
    return new Run<>(
        experiment,
        begin.truncatedTo(ChronoUnit.SECONDS).toString(),
        // Where a JDK or a folder is on this machine is of no use elsewhere: its name is.
        command.replaceAll("(?<=\\s)/(?:\\S*/)?([^/\\s]+)", "$1"),
        currentCommit(),
        currentVersion(),
        Machine.current(),
        client,
        JavaRuntime.own().described(),
        variant,
        List.copyOf(notes),
        settings,
        List.copyOf(cells));
  }

  public static String currentVersion() {
    Properties properties = new Properties();
    try (InputStream in = Run.class.getResourceAsStream("version.properties")) {
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The commit that is run, or null outside of a working copy, as it was when this was asked first:
   * files may be edited while a run takes its time.
   */
  public static String currentCommit() {
    return Built.COMMIT;
  }

  private static final class Built {
    static final String COMMIT = describedCommit();
  }

  /** Pages are no part of what is run. */
  private static String describedCommit() {
    String commit = git("rev-parse", "--short=12", "HEAD");
    String changed =
        git("status", "--porcelain", "--untracked-files=no", "--", ":/", ":(top,exclude)docs");
    return commit == null || changed == null || changed.isEmpty() ? commit : commit + "-dirty";
  }

  private static String git(String... arguments) {
    try {
      ChildProcess.Ended git =
          ChildProcess.run(
              GIT_LIMIT, Stream.concat(Stream.of("git"), Stream.of(arguments)).toList());
      return git.code() == 0 ? String.join("", git.lines()) : null;
    } catch (HarnessException e) {
      return null;
    }
  }

  /** The version of the runtime that was measured, such as {@code 17.0.15}. */
  public String runtime() {
    return client.split(" ", 2)[0];
  }

  public String file() {
    return runtime() + (variant == null ? "" : "-" + variant);
  }

  public void write(Path directory) throws IOException {
    Path folder = Files.createDirectories(directory.resolve(experiment));
    DefaultPrettyPrinter aLineForEach =
        new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultPrettyPrinter.NopIndenter())
            .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
    new ObjectMapper()
        .writer(aLineForEach)
        .writeValue(folder.resolve(file() + ".json").toFile(), this);
  }

  /**
   * All runs of an experiment under a folder, by runtime, oldest first.
   *
   * @throws HarnessException if there is none
   */
  public static <S, C> List<Run<S, C>> readAll(
      Path directory, String experiment, Class<S> settings, Class<C> cell) throws IOException {
    ObjectMapper json = new ObjectMapper();
    JavaType type = json.getTypeFactory().constructParametricType(Run.class, settings, cell);
    Path folder = directory.resolve(experiment);
    List<Run<S, C>> runs = new ArrayList<>();
    try (Stream<Path> files = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        runs.add(json.readValue(file.toFile(), type));
      }
    }
    if (runs.isEmpty()) {
      throw new HarnessException("--out: there is no raw data in '%s'".formatted(folder));
    }
    runs.sort(Comparator.comparing(run -> Runtime.Version.parse(run.runtime())));
    return runs;
  }
}
