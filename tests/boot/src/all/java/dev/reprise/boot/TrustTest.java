package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.junit.ClosingServer;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.ws.client.WebServiceIOException;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;

/** Whom to trust, said in properties; the JVM's own trust store does not know the provider. */
class TrustTest extends Applications {

  private static final String BUNDLE = "spring.ssl.bundle.pem.partner.";

  TrustTest() {
    super(STRANGER);
  }

  private void assertCallsResume(String... properties) {
    try (ConfigurableApplicationContext context = start(properties)) {
      Soap.call(provider, context);
      assertResumed(context);
    }
  }

  private void assertRefused(ApplicationContext context) {
    assertThatThrownBy(() -> Soap.call(provider, context)).hasStackTraceContaining("PKIX path");
  }

  @Test
  void aFileOfPemServes() {
    assertCallsResume("reprise.ssl.trust-certificate=" + provider.authorityFile());
  }

  /**
   * By property, and by variable: a dash in a client's name is nothing in a variable, or an
   * underscore where it is known.
   */
  @Test
  void namedClientsTrustOnTheirOwn() {
    String store = provider.trustStore().toString();
    Map<String, Object> variables = new HashMap<>();
    variables.put("REPRISE_CLIENTS_BANK_SSL_TRUSTSTORE", store);
    variables.put("REPRISE_CLIENTS_BANK_SSL_TRUSTSTOREPASSWORD", ClosingServer.PASSWORD);
    variables.put("REPRISE_CLIENTS_PARCEL_SERVICE_SSL_TRUST_STORE", store);
    variables.put(
        "REPRISE_CLIENTS_PARCEL_SERVICE_SSL_TRUST_STORE_PASSWORD", ClosingServer.PASSWORD);
    try (ConfigurableApplicationContext context =
        builder(Plain.class)
            .properties(
                "reprise.clients.parcel-service.read-timeout=5s",
                "reprise.clients.shop.ssl.trust-store=" + store,
                "reprise.clients.shop.ssl.trust-store-password=" + ClosingServer.PASSWORD)
            .initializers(
                made ->
                    made.getEnvironment()
                        .getPropertySources()
                        .addFirst(
                            new SystemEnvironmentPropertySource(
                                "test-systemEnvironment", variables)))
            .run()) {
      RepriseClients clients = context.getBean(RepriseClients.class);
      assertThat(clients.names()).containsExactly("bank", "default", "parcel-service", "shop");
      for (String client : List.of("bank", "parcel-service", "shop")) {
        provider.reset();
        WebServiceMessageSender sender = clients.get(client, WebServiceMessageSender.class);
        Soap.call(provider, Soap.builder(context).messageSenders(sender).build());
        assertResumed(clients.get(client));
      }
      provider.reset();
      assertRefused(context);
      assertThat(provider.requests()).isEmpty();
    }
  }

  @Test
  void withoutResumptionSocketsAreStock() {
    try (ConfigurableApplicationContext context =
        start(trusting("reprise.resumption-enabled=false"))) {
      WebServiceTemplate template = Soap.builder(context).build();
      Soap.call(provider, template);
      OverHttpClient4.assertReprise(context, template.getMessageSenders()[0]);
      assertPassedBy(context);
    }
  }

  @Test
  void aBundleServes() {
    assumeBoot(3.1);
    assertCallsResume(
        BUNDLE + "truststore.certificate=file:" + provider.authorityFile(),
        "reprise.ssl.bundle=partner");
  }

  @Test
  void aBundleMayBeReloaded(@TempDir Path directory) throws Exception {
    assumeBoot(3.2);
    Path watched = Files.createDirectory(directory.resolve("watched"));
    Path file = Files.copy(KNOWN.authorityFile(), watched.resolve("authority.pem"));
    // At once: what is written in two steps may be reloaded twice.
    Path other = Files.copy(provider.authorityFile(), directory.resolve("other.pem"));
    try (ConfigurableApplicationContext context =
        start(
            BUNDLE + "truststore.certificate=file:" + file,
            BUNDLE + "reload-on-update=true",
            "spring.ssl.bundle.watch.file.quiet-period=100ms",
            "reprise.ssl.bundle=partner")) {
      assertRefused(context);
      Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
      Eventually.holds(() -> isTrusted(context));
      // The first of the calls was made already.
      Soap.call(provider, context);
      assertThat(provider.fullHandshakes()).isEqualTo(1);
      assertThat(provider.resumedHandshakes()).isEqualTo(2 * CALLS - 1);
    }
  }

  private boolean isTrusted(ApplicationContext context) {
    try {
      Soap.call(provider, context);
      return true;
    } catch (WebServiceIOException e) {
      return false;
    }
  }

  /** The name of Boot's own properties has changed in 4. */
  @Test
  void bootsOwnSettingsAreInherited() {
    assumeBoot(3.4);
    try (ConfigurableApplicationContext context =
        start(
            BUNDLE + "truststore.certificate=file:" + provider.authorityFile(),
            "spring.http.client.ssl.bundle=partner",
            "spring.http.client.read-timeout=7s",
            "spring.http.clients.ssl.bundle=partner",
            "spring.http.clients.read-timeout=7s",
            "reprise.connect-timeout=3s")) {
      Soap.call(provider, context);
      ClientProperties inForce = context.getBean(RepriseClient.class).properties();
      assertThat(inForce.getReadTimeout()).hasSeconds(7);
      assertThat(inForce.getConnectTimeout()).hasSeconds(3);
      assertResumed(context);
    }
  }

  /** All calls go over one connection, though it has a principal of its own. */
  @Test
  void aConnectionWithAClientCertificateIsKept() throws Exception {
    try (ClosingServer strict =
        ClosingServer.tls().demandingClientCertificates().answering(answer().keptAlive()).start()) {
      String password = "-password=" + ClosingServer.PASSWORD;
      try (ConfigurableApplicationContext context =
          start(
              "reprise.ssl.trust-store=" + strict.trustStore(),
              "reprise.ssl.trust-store" + password,
              "reprise.ssl.key-store=" + strict.keyStore(),
              "reprise.ssl.key-store" + password)) {
        Soap.call(strict, context);
        assertThat(strict.requests()).hasSize(CALLS);
        assertThat(strict.fullHandshakes()).isEqualTo(1);
        assertThat(strict.resumedHandshakes()).isZero();
      }
    }
  }
}
