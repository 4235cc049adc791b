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

/** What an editor shows of each property; all of them are in the table of docs/properties.md. */
class MetadataTest {

  private static final Set<String> WITHOUT_DEFAULT =
      Set.of(
          "reprise.clients",
          "reprise.ssl.bundle",
          "reprise.ssl.enabled-protocols",
          "reprise.ssl.ciphers",
          "reprise.ssl.provider",
          "reprise.ssl.trust-certificate",
          "reprise.ssl.trust-store",
          "reprise.ssl.trust-store-password",
          "reprise.ssl.certificate",
          "reprise.ssl.certificate-private-key",
          "reprise.ssl.key-store",
          "reprise.ssl.key-store-password",
          "reprise.ssl.key-password",
          "reprise.pool.max-life-time",
          "reprise.preconnect.at-start",
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
  void everyPropertyHasTypeAndDescription() {
    assertThat(properties)
        .containsKeys(WITHOUT_DEFAULT.toArray(new String[0]))
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
                "dev.reprise.spring.autoconfigure.RepriseAutoConfiguration.AutoConfigureBefore"))
        .contains("WebServiceTemplateAutoConfiguration");
  }

  @Test
  void hintsAreForPropertiesThatExist() throws IOException {
    assertThat(Metadata.hinted())
        .contains("reprise.ssl.provider", "reprise.ssl.enabled-protocols")
        .isSubsetOf(properties.keySet());
  }
}
