package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/** What an editor shows of each property. */
class MetadataTest {

  private static final Set<String> WITHOUT_DEFAULT =
      Set.of(
          "reprise.clients",
          "reprise.tls.bundle",
          "reprise.tls.protocols",
          "reprise.tls.cipher-suites",
          "reprise.tls.provider",
          "reprise.tls.trust-store.certificate",
          "reprise.tls.key-store.certificate",
          "reprise.tls.key-store.private-key",
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

  private static Map<String, JsonNode> properties;

  @BeforeAll
  static void read() throws IOException {
    properties = Metadata.properties();
  }

  @Test
  void everyPropertyIsThere() {
    assertThat(properties)
        .containsKeys(WITHOUT_DEFAULT.toArray(new String[0]))
        .containsKeys(
            "management.health.reprise.enabled",
            "management.health.reprise.forget-after",
            "reprise.enabled",
            "reprise.http-client",
            "reprise.metrics.max-peers",
            "reprise.close-wait",
            "reprise.tls.reload-on-update",
            "reprise.drain-limit",
            "reprise.require-close-notify",
            "reprise.cookies",
            "reprise.redirects",
            "reprise.tls.stock-sockets",
            "reprise.lanes.max-per-peer",
            "reprise.lanes.max-peers",
            "reprise.lanes.idle-timeout",
            "reprise.lanes.session-timeout",
            "reprise.spares.max-per-peer",
            "reprise.spares.lifetime",
            "reprise.pool.max-total",
            "reprise.pool.max-per-route",
            "reprise.pool.validate-after-inactivity",
            "reprise.pool.evict-idle-after",
            "reprise.timeouts.connect",
            "reprise.timeouts.read",
            "reprise.timeouts.lease")
        .hasSize(WITHOUT_DEFAULT.size() + 25);
  }

  @Test
  void everyPropertyHasTypeAndDescription() {
    assertThat(properties)
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
    assertThat(properties)
        .allSatisfy(
            (name, property) ->
                assertThat(property.has("defaultValue"))
                    .isEqualTo(!WITHOUT_DEFAULT.contains(name)));
  }

  @Test
  void conditionsCanBeCheckedWithoutLoadingClasses() throws IOException {
    Properties conditions =
        PropertiesLoaderUtils.loadAllProperties(
            "META-INF/spring-autoconfigure-metadata.properties");
    assertThat(
            conditions.getProperty(
                "dev.reprise.spring.http.RepriseHttpAutoConfiguration.AutoConfigureBefore"))
        .contains("WebServiceTemplateAutoConfiguration");
  }

  @Test
  void hintsAreForPropertiesThatExist() throws IOException {
    assertThat(Metadata.hinted())
        .contains("reprise.tls.provider", "reprise.tls.protocols")
        .isSubsetOf(properties.keySet());
  }
}
