package dev.reprise.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.reprise.faults.probe.Cell;
import dev.reprise.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a run found on one JDK.
 *
 * @param date the day of the run
 * @param os the operating system and its version
 * @param processors the processors that Java may use
 * @param peerJdk the version of the JDK that the peer ran on
 * @param timeoutMillis connect and read timeout of each call
 * @param tries how often each fault was tried
 * @param jdk the JDK's version
 * @param cells the cells
 */
public record Results(
    String date,
    String os,
    int processors,
    String peerJdk,
    int timeoutMillis,
    int tries,
    String jdk,
    List<Cell> cells) {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  static Results of(List<Cell> cells, int tries) {
    return new Results(
        LocalDate.now().toString(),
        System.getProperty("os.name") + " " + release(System.getProperty("os.version")),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version"),
        Promises.TIMEOUT_MILLIS,
        tries,
        cells.get(0).jdk,
        List.copyOf(cells));
  }

  /** The first two numbers of a version. */
  private static String release(String version) {
    return version.replaceFirst("^(\\d+\\.\\d+).*", "$1");
  }

  /** Writes {@code VERSION.json}. */
  void write(Path directory) throws IOException {
    JSON.writeValue(directory.resolve(jdk + ".json").toFile(), this);
  }

  /** All results of a directory, by version. */
  static List<Results> readAll(Path directory) throws IOException {
    List<Results> all = new ArrayList<>();
    try (Stream<Path> files =
        Files.isDirectory(directory) ? Files.list(directory) : Stream.empty()) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
        all.add(JSON.readValue(file.toFile(), Results.class));
      }
    }
    if (all.isEmpty()) {
      throw new HarnessException("--out: there is no raw data in '%s'".formatted(directory));
    }
    all.sort(Comparator.comparing(results -> Runtime.Version.parse(results.jdk)));
    return all;
  }
}
