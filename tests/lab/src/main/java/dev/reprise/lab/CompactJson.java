package dev.reprise.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * Writes JSON so that a change to one of its records is a change to one line: each element of a
 * list of objects begins one.
 */
public final class CompactJson {

  private static final ObjectMapper JSON = JsonMapper.builder().build();

  /** Lists that are a record as a whole: nobody compares the turns of a warm-up. */
  private static final Set<String> WHOLE = Set.of("warmUp", "cases");

  private CompactJson() {}

  /** Writes a value to a file, whose folder is made where it is missing. */
  public static void write(Object value, Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text(value));
  }

  /** A value as text that ends with a line feed. */
  public static String text(Object value) {
    StringBuilder text = new StringBuilder();
    JsonNode node = JSON.valueToTree(value);
    append(text, node);
    return text.append('\n').toString();
  }

  private static void append(StringBuilder text, JsonNode node) {
    if (node.isObject()) {
      text.append('{');
      for (Iterator<Map.Entry<String, JsonNode>> fields = node.fields(); fields.hasNext(); ) {
        Map.Entry<String, JsonNode> field = fields.next();
        text.append(inline(field.getKey())).append(':');
        if (holdsRecords(field)) {
          append(text, field.getValue());
        } else {
          text.append(inline(field.getValue()));
        }
        text.append(fields.hasNext() ? "," : "");
      }
      text.append('}');
    } else if (isOfRecords(node)) {
      text.append("[\n");
      for (Iterator<JsonNode> elements = node.elements(); elements.hasNext(); ) {
        append(text, elements.next());
        text.append(elements.hasNext() ? ",\n" : "\n");
      }
      text.append(']');
    } else {
      text.append(inline(node));
    }
  }

  /** Whether there is a list of objects anywhere within. */
  private static boolean holdsRecords(Map.Entry<String, JsonNode> field) {
    JsonNode value = field.getValue();
    return !WHOLE.contains(field.getKey())
        && (isOfRecords(value) || value.properties().stream().anyMatch(CompactJson::holdsRecords));
  }

  private static boolean isOfRecords(JsonNode node) {
    return node.isArray() && node.size() > 0 && node.get(0).isObject();
  }

  private static String inline(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
