package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentSettingsTest {

  @TempDir private Path folder;

  private AgentSettings read(String text) throws IOException {
    AgentSettings settings = new AgentSettings();
    settings.read(Files.writeString(folder.resolve("reprise.properties"), text).toString());
    return settings;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reprise.preconect=4 | reprise.preconect: unknown property",
        "reprise.session-timeout=1 | reprise.session-timeout: '1' is not a duration",
        "reprise.session-timeout=8d | reprise.session-timeout: 8d is not within 1s to 7d",
        "reprise.enabled=maybe | reprise.enabled: 'maybe' is neither",
        "reprise.preconnect.max-per-peer=many | reprise.preconnect.max-per-peer: 'many' is no",
        "reprise.preconnect.max-per-peer=-1 | reprise.preconnect.max-per-peer: -1 is not within",
        "reprise.enabled=\\u00 | The property file"
      })
  void anErrorNamesTheSetting(String text, String message) {
    assertThatThrownBy(() -> read(text)).hasMessageStartingWith(message);
  }

  @Test
  void whatIsNotSetIsAsWithoutReprise() throws IOException {
    for (String none : new String[] {null, ""}) {
      AgentSettings settings = new AgentSettings();
      settings.read(none);
      TlsSettings tls = settings.tls.build();
      assertThat(tls.hostnameVerification()).isFalse();
      assertThat(tls.requireCloseNotify()).isFalse();
      assertThat(tls.sessionTimeout()).isEqualTo(Duration.ofDays(1));
      assertThat(settings.preconnections).isZero();
      assertThat(settings.enabled).isTrue();
      assertThat(settings.required).isFalse();
    }
  }

  /** Each spelling that Spring Boot takes for the same property. */
  @ParameterizedTest
  @CsvSource({"false, true", "OFF, ON", "no, yes", "0, 1"})
  void switches(String off, String on) throws IOException {
    AgentSettings settings =
        read("reprise.enabled=" + off + "\nreprise.agent.required=" + on + "\n");
    assertThat(settings.enabled).isFalse();
    assertThat(settings.required).isTrue();
  }

  /** As some editors write it, above all on Windows. */
  @Test
  void aByteOrderMarkBelongsToNoName() throws IOException {
    assertThat(read("\ufeffreprise.enabled=false\n").enabled).isFalse();
  }

  @Test
  void aFileSetsAllAndASystemPropertyWins() throws IOException {
    System.setProperty("reprise.session-timeout", "90s");
    try {
      AgentSettings settings =
          read(
              "reprise.enabled = false \nreprise.agent.required=true\n"
                  + "reprise.preconnect.max-per-peer=4\nreprise.require-close-notify=true\n"
                  + "reprise.session-timeout=1h\n");
      TlsSettings tls = settings.tls.build();
      assertThat(tls.requireCloseNotify()).isTrue();
      assertThat(tls.sessionTimeout()).isEqualTo(Duration.ofSeconds(90));
      assertThat(settings.preconnections).isEqualTo(4);
      assertThat(settings.enabled).isFalse();
      assertThat(settings.required).isTrue();
    } finally {
      System.clearProperty("reprise.session-timeout");
    }
  }
}
