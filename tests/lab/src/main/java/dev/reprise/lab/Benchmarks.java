package dev.reprise.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Turns the raw data of JMH into those of a run, for {@code tests/benchmarks/run.sh}. */
final class Benchmarks {

  private Benchmarks() {}

  /** Takes the file of JMH, the folder to write into, and the command that repeats the run. */
  public static void main(String[] args) throws IOException {
    ObjectMapper json = new ObjectMapper();
    JsonNode results = json.readTree(Path.of(args[0]).toFile());
    List<ObjectNode> cells = new ArrayList<>();
    for (JsonNode result : results) {
      ObjectNode cell = json.createObjectNode();
      cell.put(
          "benchmark", result.required("benchmark").asText().replaceAll(".*\\.(.*\\..*)", "$1"));
      cell.set("params", result.path("params"));
      cell.set("mode", result.required("mode"));
      cell.set("forks", result.required("forks"));
      cell.set("unit", result.at("/primaryMetric/scoreUnit"));
      cell.set("score", result.at("/primaryMetric/score"));
      cell.set("raw", result.at("/primaryMetric/rawData"));
      cells.add(cell);
    }
    JsonNode first = results.required(0);
    Run.of(
            "benchmarks",
            Instant.now(),
            args[2],
            Map.of(
                Run.CLIENT,
                first.required("jdkVersion").asText() + " " + first.required("vmName").asText()),
            null,
            List.of(),
            Map.of("jmh", first.required("jmhVersion").asText()),
            cells)
        .write(Path.of(args[1]));
  }
}
