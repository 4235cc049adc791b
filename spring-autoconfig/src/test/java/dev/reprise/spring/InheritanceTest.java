package dev.reprise.spring;

import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.runner;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Where a client's values come from, and by which names. */
class InheritanceTest {

  @TempDir Path directory;
  private Stores stores;

  @BeforeEach
  void makeStores() {
    stores = new Stores(directory);
  }

  private static ApplicationContextRunner withEnvironment(Map<String, Object> variables) {
    return runner()
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(
                        new SystemEnvironmentPropertySource("test-systemEnvironment", variables)));
  }

  private static ClientProperties inForce(ApplicationContext context, String client) {
    return context.getBean(RepriseClients.class).get(client).properties();
  }

  @Test
  void anEnvironmentVariableIsOfTheClientWithDashes() {
    withEnvironment(Map.of("REPRISE_CLIENTS_PARCELSERVICE_TIMEOUTS_READ", "4s"))
        .withPropertyValues(
            "reprise.clients.parcel-service.timeouts.connect=1s",
            "reprise.clients.parcel-service.timeouts.read=3s")
        .run(
            context -> {
              assertThat(context.getBean(RepriseProperties.class).getClients())
                  .containsOnlyKeys("parcel-service");
              ClientProperties.Timeouts timeouts = inForce(context, "parcel-service").getTimeouts();
              assertThat(timeouts.getRead()).hasSeconds(4);
              assertThat(timeouts.getConnect()).hasSeconds(1);
            });
  }

  @Test
  void anEnvironmentVariableAloneMakesAClient() {
    withEnvironment(Map.of("REPRISE_CLIENTS_PARCELSERVICE_TIMEOUTS_READ", "4s"))
        .run(
            context ->
                assertThat(inForce(context, "parcelservice").getTimeouts().getRead())
                    .hasSeconds(4));
  }

  @Test
  void anEnvironmentVariableMayBeSpeltAsThePropertyIs() {
    withEnvironment(
            Map.of(
                "reprise.clients.parcel-service.timeouts.read", "4s",
                "reprise.clients.bank.tls.protocols", "TLSv1.2",
                "reprise.timeouts.connect", "3s"))
        .run(
            context -> {
              ClientProperties parcels = inForce(context, "parcel-service");
              assertThat(parcels.getTimeouts().getRead()).hasSeconds(4);
              assertThat(parcels.getTimeouts().getConnect()).hasSeconds(3);
              assertThat(inForce(context, "bank").getTls().getProtocols())
                  .containsExactly("TLSv1.2");
              assertThat(context.getBean(RepriseClients.class).names())
                  .containsExactly("bank", "default", "parcel-service");
            });
  }

  /** As Boot's binder takes dashes for underscores too, where it knows the name. */
  @Test
  void anUnderscoreIsADashOfAClientThatIsKnown() {
    withEnvironment(
            Map.of(
                "REPRISE_CLIENTS_PARCEL_SERVICE_TIMEOUTS_READ", "4s",
                "REPRISE_CLIENTS_PARCEL_SERVICE_CLOSE_WAIT", "5ms",
                "REPRISE_CLIENTS_PARCEL_SERVICE_TLS_PROTOCOLS_0", "TLSv1.2",
                "REPRISE_CLIENTS_BANK_POOL_MAX_TOTAL", "7",
                "REPRISE_CLIENTS_BANK_POOL_TIMEOUTS_LEASE", "6s"))
        .withPropertyValues(
            "reprise.clients.parcel-service.timeouts.connect=1s",
            "reprise.clients.bank-pool.timeouts.connect=1s")
        .run(
            context -> {
              assertThat(context.getBean(RepriseClients.class).names())
                  .containsExactly("bank", "bank-pool", "default", "parcel-service");
              assertThat(context.getBean(RepriseProperties.class).getClients())
                  .containsOnlyKeys("parcel-service", "bank", "bank-pool");
              ClientProperties parcels = inForce(context, "parcel-service");
              assertThat(parcels.getTimeouts().getRead()).hasSeconds(4);
              assertThat(parcels.getTimeouts().getConnect()).hasSeconds(1);
              assertThat(parcels.getCloseWait()).hasMillis(5);
              assertThat(parcels.getTls().getProtocols()).containsExactly("TLSv1.2");
              assertThat(context.getBean(RepriseClients.class).get("parcel-service"))
                  .extracting(client -> client.origin("timeouts.read"))
                  .asString()
                  .contains("REPRISE_CLIENTS_PARCEL_SERVICE_TIMEOUTS_READ");
              assertThat(inForce(context, "bank").getPool().getMaxTotal()).isEqualTo(7);
              assertThat(inForce(context, "bank-pool").getTimeouts().getLease()).hasSeconds(6);
            });
  }

  @Test
  void everyPropertyIsKnownByItsEnvironmentVariable() throws IOException {
    Map<String, Object> variables = new HashMap<>();
    Metadata.properties().keySet().stream()
        .filter(name -> name.matches("reprise\\.(?!clients|enabled|metrics|http-client).*"))
        .map(name -> name.substring("reprise.".length()).replaceAll("[.-]", "_"))
        .forEach(
            name ->
                variables.put(
                    "REPRISE_CLIENTS_PARCEL_SERVICE_" + name.toUpperCase(Locale.ROOT), ""));
    withEnvironment(variables)
        .withPropertyValues("reprise.clients.parcel-service.timeouts.connect=1s")
        .run(
            context ->
                assertThat(context.getBean(RepriseClients.class).names())
                    .containsExactly("default", "parcel-service"));
  }

  @Test
  void anUnderscoreOfNoClientThatIsKnownIsRefused() {
    withEnvironment(Map.of("REPRISE_CLIENTS_PARCEL_SERVICE_TIMEOUTS_READ", "4s"))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(RepriseConfigurationException.class)
                    .hasMessageContaining("reprise.clients.parcel.service.timeouts.read")
                    .hasMessageContaining("Write the client's name in the variable without"));
  }

  @Test
  void aNameWithoutItsDashesIsOfTheSameClient() {
    runner()
        .withPropertyValues("reprise.clients.parcel-service.timeouts.connect=1s")
        .withSystemProperties("reprise.clients.parcelservice.timeouts.read=4s")
        .run(
            context -> {
              assertThat(context.getBean(RepriseClients.class).names())
                  .containsExactly("default", "parcel-service");
              ClientProperties.Timeouts timeouts = inForce(context, "parcel-service").getTimeouts();
              assertThat(timeouts.getRead()).hasSeconds(4);
              assertThat(timeouts.getConnect()).hasSeconds(1);
            });
  }

  @Test
  void namesThatDifferInDashesAloneAreRefused() {
    runner()
        .withPropertyValues(
            "reprise.clients.parcel-service.timeouts.read=3s",
            "reprise.clients.parcels-ervice.timeouts.read=3s")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(RepriseConfigurationException.class)
                    .hasMessageContaining("in dashes alone"));
  }

  @Test
  void whatIsNotSetIsNotBound() {
    runner()
        .withPropertyValues("reprise.timeouts.read=7s", "reprise.clients.bank.timeouts.lease=3s")
        .run(
            context -> {
              RepriseProperties bound = context.getBean(RepriseProperties.class);
              ClientProperties.Timeouts bank = bound.getClients().get("bank").getTimeouts();
              assertThat(bank.getLease()).hasSeconds(3);
              assertThat(bank.getRead()).isNull();
              assertThat(bound.getCloseWait()).isNull();

              ClientProperties inForce = inForce(context, "bank");
              assertThat(inForce.getTimeouts().getLease()).hasSeconds(3);
              assertThat(inForce.getTimeouts().getRead()).hasSeconds(7);
              assertThat(inForce.getTimeouts().getConnect()).hasSeconds(5);
              assertThat(inForce.getCloseWait()).isEqualTo(Duration.ofMillis(20));
              assertThat(inForce.getLanes().getMaxPerPeer()).isEqualTo(1024);
            });
  }

  @Test
  void bootsTimeoutsAndBundleServeWhereOursAreUnset() {
    try (SoapPeer peer = SoapPeer.requiringClientCertificate(stores)) {
      ApplicationContextRunner boot =
          runner()
              .withPropertyValues(
                  "spring.ssl.bundle.jks.partner.truststore.location=file:" + stores.trust(),
                  "spring.ssl.bundle.jks.partner.truststore.password=" + Stores.PASSWORD,
                  "spring.ssl.bundle.jks.partner.keystore.location=file:" + stores.clientKey(),
                  "spring.ssl.bundle.jks.partner.keystore.password=" + Stores.PASSWORD,
                  "spring.http.client.ssl.bundle=partner",
                  "spring.http.client.connect-timeout=2s",
                  "spring.http.client.read-timeout=3s");
      boot.withPropertyValues(
              "reprise.timeouts.read=9s", "reprise.clients.bank.timeouts.connect=1s")
          .run(
              context -> {
                call(context, peer.uri("/answer"), 1);
                ClientProperties.Timeouts timeouts = inForce(context, "default").getTimeouts();
                assertThat(timeouts.getConnect()).hasSeconds(2);
                assertThat(timeouts.getRead()).hasSeconds(9);
                ClientProperties bank = inForce(context, "bank");
                assertThat(bank.getTimeouts().getConnect()).hasSeconds(1);
                assertThat(bank.getTls().getBundle()).isEqualTo("partner");
              });
      boot.withPropertyValues("spring.http.client.read-timeout=0")
          .run(
              context ->
                  assertThat(inForce(context, "default").getTimeouts().getRead()).hasSeconds(60));
    }
  }
}
