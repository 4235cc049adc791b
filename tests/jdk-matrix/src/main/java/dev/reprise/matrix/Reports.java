package dev.reprise.matrix;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the page and the raw data. */
final class Reports {

  static final String PAGE = "compatibility.md";
  static final String DATA = "compatibility/results.json";

  private Reports() {}

  static void write(Results results, List<Explanation> explanations, Path directory)
      throws IOException {
    Files.createDirectories(directory.resolve(DATA).getParent());
    ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    Files.writeString(directory.resolve(DATA), json.writeValueAsString(results) + "\n");
    Files.writeString(directory.resolve(PAGE), new Page(results, explanations).text());
  }
}
