package dev.reprise.spring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The configuration metadata of the starter, as an editor reads it. */
final class Metadata {

  private Metadata() {}

  /** The properties under reprise, by name. */
  static Map<String, JsonNode> properties() throws IOException {
    Map<String, JsonNode> properties = new TreeMap<>();
    for (URL url : files()) {
      for (JsonNode property : new ObjectMapper().readTree(url).get("properties")) {
        String name = property.get("name").asText();
        if (name.startsWith("reprise.")) {
          properties.put(name, property);
        }
      }
    }
    return properties;
  }

  /** The properties under reprise that have hints. */
  static Set<String> hinted() throws IOException {
    Set<String> hinted = new TreeSet<>();
    for (URL url : files()) {
      for (JsonNode hint : new ObjectMapper().readTree(url).get("hints")) {
        if (hint.get("name").asText().startsWith("reprise.")) {
          hinted.add(hint.get("name").asText());
        }
      }
    }
    return hinted;
  }

  private static Iterable<URL> files() throws IOException {
    return Collections.list(
        Metadata.class
            .getClassLoader()
            .getResources("META-INF/spring-configuration-metadata.json"));
  }
}
