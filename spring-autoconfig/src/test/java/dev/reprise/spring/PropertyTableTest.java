package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table of properties in the documentation is the one that the metadata gives. */
class PropertyTableTest {

  private static final Path PAGE = Path.of("..", "docs", "properties.md");
  private static final String BEGIN = "<!-- properties -->\n";
  private static final String END = "<!-- end of properties -->";

  @Test
  void theTableIsUpToDate() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("reprise.docs.write")) {
      Files.writeString(PAGE, page.substring(0, begin) + table() + page.substring(end));
    } else {
      assertThat(page.substring(begin, end)).isEqualTo(table());
    }
  }

  private static String table() throws IOException {
    StringBuilder table = new StringBuilder("| property | default | |\n|---|---|---|\n");
    for (Map.Entry<String, JsonNode> property : Metadata.properties().entrySet()) {
      JsonNode value = property.getValue();
      String fallback = value.path("defaultValue").asText();
      table
          .append("| `")
          .append(property.getKey())
          .append(property.getKey().equals("reprise.clients") ? ".<name>.*" : "")
          .append("` | ")
          .append(fallback.isEmpty() ? "" : "`" + fallback + "`")
          .append(" | ")
          .append(value.path("description").asText().replace("|", "\\|"))
          .append(" |\n");
    }
    return table.toString();
  }
}
