package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an editor shows of each property. */
class MetadataTest {

  private static final Set<String> WITHOUT_DEFAULT =
      Set.of(
          "reprise.clients",
          "reprise.tls.bundle",
          "reprise.tls.protocols",
          "reprise.tls.cipher-suites",
          "reprise.tls.provider",
          "reprise.tls.trust-store.location",
          "reprise.tls.trust-store.type",
          "reprise.tls.trust-store.password",
          "reprise.tls.key-store.location",
          "reprise.tls.key-store.type",
          "reprise.tls.key-store.password",
          "reprise.tls.key-store.key-password",
          "reprise.pool.time-to-live",
          "reprise.proxy.host",
          "reprise.proxy.port",
          "reprise.proxy.username",
          "reprise.proxy.password");

  private static final Map<String, JsonNode> PROPERTIES = new TreeMap<>();
  private static final Set<String> HINTED = new HashSet<>();

  @BeforeAll
  static void read() throws IOException {
    for (URL url :
        Collections.list(
            MetadataTest.class
                .getClassLoader()
                .getResources("META-INF/spring-configuration-metadata.json"))) {
      JsonNode metadata = new ObjectMapper().readTree(url);
      for (JsonNode property : metadata.get("properties")) {
        if (property.get("name").asText().startsWith("reprise.")) {
          PROPERTIES.put(property.get("name").asText(), property);
        }
      }
      for (JsonNode hint : metadata.get("hints")) {
        HINTED.add(hint.get("name").asText());
      }
    }
  }

  @Test
  void everyPropertyIsThere() {
    assertThat(PROPERTIES)
        .containsKeys(WITHOUT_DEFAULT.toArray(new String[0]))
        .containsKeys(
            "reprise.enabled",
            "reprise.metrics.max-peers",
            "reprise.close-wait",
            "reprise.drain-limit",
            "reprise.lanes.max-per-peer",
            "reprise.lanes.max-peers",
            "reprise.lanes.idle-timeout",
            "reprise.pool.max-total",
            "reprise.pool.max-per-route",
            "reprise.pool.validate-after-inactivity",
            "reprise.pool.evict-idle-after",
            "reprise.timeouts.connect",
            "reprise.timeouts.read",
            "reprise.timeouts.lease")
        .hasSize(WITHOUT_DEFAULT.size() + 14);
  }

  @Test
  void everyPropertyHasTypeAndDescription() {
    assertThat(PROPERTIES)
        .allSatisfy(
            (name, property) -> {
              assertThat(property.path("type").asText()).isNotBlank();
              assertThat(property.path("description").asText())
                  .endsWith(".")
                  .doesNotContain("{@", "<");
            });
  }

  @Test
  void everyPropertyHasADefaultUnlessUnsetMeansSomething() {
    assertThat(PROPERTIES)
        .allSatisfy(
            (name, property) ->
                assertThat(property.has("defaultValue"))
                    .isEqualTo(!WITHOUT_DEFAULT.contains(name)));
  }

  @Test
  void hintsAreForPropertiesThatExist() {
    assertThat(HINTED)
        .contains("reprise.tls.provider", "reprise.tls.protocols")
        .filteredOn(name -> name.startsWith("reprise."))
        .isSubsetOf(PROPERTIES.keySet());
  }
}
