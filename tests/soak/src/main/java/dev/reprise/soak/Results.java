package dev.reprise.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.reprise.soak.client.Outcome;
import dev.reprise.soak.client.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run of one variant found.
 *
 * @param date the day of the run
 * @param os the operating system and its version
 * @param processors the processors that Java may use
 * @param command the command line
 * @param serverJdk the version of the JDK that the server ran on
 * @param jdk the version of the JDK that was soaked
 * @param variant what was soaked
 * @param tls the TLS version
 * @param shortForm whether native memory and resident set were given no time to settle
 * @param requests how many requests were made
 * @param batch how many of them between two samples
 * @param samples the figures, oldest first
 * @param safepointMedian nanoseconds to reach a safepoint, the median
 * @param safepoint99 the same, the 99th percentile
 * @param pinned how often virtual threads were pinned to their carriers
 * @param outcome what came of the requests
 */
public record Results(
    String date,
    String os,
    int processors,
    String command,
    String serverJdk,
    String jdk,
    Variant variant,
    String tls,
    boolean shortForm,
    int requests,
    int batch,
    List<Sample> samples,
    Thirds.Row safepointMedian,
    Thirds.Row safepoint99,
    List<Pinned> pinned,
    Outcome outcome) {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Writes {@code VARIANT.json}. */
  void write(Path directory) throws IOException {
    JSON.writeValue(directory.resolve(variant.label() + ".json").toFile(), this);
  }

  /** All results of a directory, in the order of the variants. */
  static List<Results> readAll(Path directory) throws IOException {
    List<Results> all = new ArrayList<>();
    for (Variant variant : Variant.values()) {
      Path file = directory.resolve(variant.label() + ".json");
      if (Files.exists(file)) {
        all.add(JSON.readValue(file.toFile(), Results.class));
      }
    }
    return all;
  }
}
