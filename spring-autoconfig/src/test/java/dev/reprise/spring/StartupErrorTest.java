package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;

/** What Boot prints where a property stops the start. */
@ExtendWith(OutputCaptureExtension.class)
class StartupErrorTest {

  @TempDir Path directory;

  private void start(String properties, Class<?>... more) throws Exception {
    Path file = Files.writeString(directory.resolve("bank.properties"), properties);
    Class<?>[] sources = {
      Application.class,
      ClassUtils.forName("dev.reprise.spring.autoconfigure.RepriseAutoConfiguration", null)
    };
    assertThatThrownBy(
            () ->
                new SpringApplicationBuilder(sources)
                    .sources(more)
                    .web(WebApplicationType.NONE)
                    .run("--spring.config.location=" + file.toUri()))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void namesTheFileAndTheLine(CapturedOutput output) throws Exception {
    start("# one\nreprise.read-timeout=-1s\n");
    assertThat(output)
        .contains("The property reprise.read-timeout cannot be used: -1s is not within 1ms to 1d.")
        .contains("Property: reprise.read-timeout")
        .containsPattern("Origin: .*bank\\.properties.* - 2:22");
  }

  @Test
  void namesTheOtherPropertiesOfAStoreThatIsNotNamed(CapturedOutput output) throws Exception {
    start("# one\nreprise.clients.bank.ssl.key-store-password=s3cret\n");
    assertThat(output)
        .contains("The property reprise.clients.bank.ssl.key-store cannot be used: it is")
        .doesNotContain("s3cret");
  }

  @Test
  void namesTheStoreWhosePasswordIsMissingAsItIsWritten(CapturedOutput output) throws Exception {
    Path store = new Stores(directory).clientKey();
    start("# one\nreprise.clients.bank.ssl.keyStore=" + store + "\n");
    assertThat(output)
        .contains("The property reprise.clients.bank.ssl.key-store-password cannot be used: it is")
        .contains("Property: reprise.clients.bank.ssl.keyStore")
        .containsPattern("Origin: .*bank\\.properties.* - 2:");
  }

  @Test
  void namesBootsOwnPropertyThatIsInherited(CapturedOutput output) throws Exception {
    start("reprise.clients.bank.session-timeout=1h\nspring.http.client.read-timeout=25h\n");
    assertThat(output)
        .contains(
            "The property spring.http.client.read-timeout cannot be used: 25h is not within 1ms to"
                + " 1d.")
        .contains("Property: spring.http.client.read-timeout")
        .containsPattern("Origin: .*bank\\.properties.* - 2:33");
  }

  @ParameterizedTest
  @ValueSource(strings = {"parcelService", "parcel_service"})
  void tellsANameThatCannotBeAClients(String name, CapturedOutput output) throws Exception {
    start("# one\nreprise.clients." + name + ".read-timeout=5s\n");
    assertThat(output)
        .contains("The property reprise.clients." + name + " cannot be used: '" + name + "' cannot")
        .containsPattern("Origin: .*bank\\.properties.* - 2:")
        .containsPattern("Action:\\s+Use words of lower-case letters and digits");
  }

  @Test
  void tellsOfAClientThatIsNotThere(CapturedOutput output) throws Exception {
    start("reprise.clients.bank.read-timeout=5s\n", Parcels.class);
    assertThat(output)
        .contains("The client 'parcels' cannot be used: no property names it;")
        .contains("known clients: [bank, default]")
        .containsPattern("Action:\\s+Correct the name, or set a property for that client");
  }

  /** In Boot's words, since it is Boot that converts it. */
  @Test
  void namesTheSwitchThatIsNeitherOnNorOff(CapturedOutput output) throws Exception {
    start("# one\nreprise.enabled=maybe\n");
    assertThat(output)
        .contains("Failed to bind properties under 'reprise.enabled' to ")
        .containsPattern("Origin: .*bank\\.properties.* - 2:17");
  }

  @Configuration(proxyBeanMethods = false)
  static class Application {}

  @Configuration(proxyBeanMethods = false)
  static class Parcels {
    @Bean
    SSLSocketFactory parcels(RepriseClients clients) {
      return clients.get("parcels", SSLSocketFactory.class);
    }
  }
}
