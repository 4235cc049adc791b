package dev.reprise.comparison.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.reprise.comparison.client.Level;
import dev.reprise.comparison.results.Cell;
import dev.reprise.comparison.results.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes {@code results.json}, {@code report.html} and {@code throughput.svg}. */
public final class Reports {

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private static final int PICTURE_WIDTH = 960;

  private Reports() {}

  /**
   * Writes the files.
   *
   * @param directory an existing directory
   * @throws IOException if a file cannot be written
   */
  public static void write(Results results, Path directory) throws IOException {
    String json = json(results);
    Files.writeString(directory.resolve("results.json"), json);
    Files.writeString(directory.resolve("throughput.svg"), picture(results.cells()));
    Files.writeString(directory.resolve("report.html"), HtmlPage.of(results, json));
  }

  /** Reads what {@link #write} wrote to {@code results.json}. */
  public static Results read(Path file) throws IOException {
    return JSON.readValue(file.toFile(), Results.class);
  }

  private static String json(Results results) {
    try {
      return JSON.writeValueAsString(results);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The throughput of the cells that show most: those of the first level, provider and threads. */
  static String picture(List<Cell> cells) {
    Cell first = cells.get(0);
    Level level = first.level();
    List<Panel> panels =
        cells.stream()
            .filter(cell -> cell.level() == level)
            .filter(cell -> cell.provider() == first.provider())
            .filter(cell -> cell.threads() == first.threads())
            .map(cell -> Panel.throughput(cell.tls() + ", requests per second", cell))
            .toList();
    return BarChart.svg("throughput", PICTURE_WIDTH, panels);
  }
}
