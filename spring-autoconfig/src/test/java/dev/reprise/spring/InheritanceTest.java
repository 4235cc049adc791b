package dev.reprise.spring;

import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.runner;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Where a client's values come from, and by which names. */
class InheritanceTest extends WithStores {

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
    withEnvironment(Map.of("REPRISE_CLIENTS_PARCELSERVICE_READTIMEOUT", "4s"))
        .withPropertyValues(
            "reprise.clients.parcel-service.connect-timeout=1s",
            "reprise.clients.parcel-service.read-timeout=3s")
        .run(
            context -> {
              ClientProperties timeouts = inForce(context, "parcel-service");
              assertThat(timeouts.getReadTimeout()).hasSeconds(4);
              assertThat(timeouts.getConnectTimeout()).hasSeconds(1);
            });
  }

  @Test
  void anEnvironmentVariableAloneMakesAClient() {
    withEnvironment(Map.of("REPRISE_CLIENTS_PARCELSERVICE_READTIMEOUT", "4s"))
        .run(
            context ->
                assertThat(inForce(context, "parcelservice").getReadTimeout()).hasSeconds(4));
  }

  /** As Boot's binder takes dashes for underscores too, where it knows the name. */
  @Test
  void anUnderscoreIsADashOfAClientThatIsKnown() {
    withEnvironment(
            Map.of(
                "REPRISE_CLIENTS_PARCEL_SERVICE_READ_TIMEOUT", "4s",
                "REPRISE_CLIENTS_PARCEL_SERVICE_SESSION_TIMEOUT", "5h",
                "REPRISE_CLIENTS_PARCEL_SERVICE_SSL_ENABLED_PROTOCOLS_0", "TLSv1.2",
                "REPRISE_CLIENTS_BANK_POOL_MAX_TOTAL", "7",
                "REPRISE_CLIENTS_BANK_POOL_POOL_ACQUIRE_TIMEOUT", "6s"))
        .withPropertyValues(
            "reprise.clients.parcel-service.connect-timeout=1s",
            "reprise.clients.bank-pool.connect-timeout=1s")
        .run(
            context -> {
              assertThat(context.getBean(RepriseClients.class).names())
                  .containsExactly("bank", "bank-pool", "default", "parcel-service");
              ClientProperties parcels = inForce(context, "parcel-service");
              assertThat(parcels.getReadTimeout()).hasSeconds(4);
              assertThat(parcels.getConnectTimeout()).hasSeconds(1);
              assertThat(parcels.getSessionTimeout()).hasHours(5);
              assertThat(parcels.getSsl().getEnabledProtocols()).containsExactly("TLSv1.2");
              assertThat(inForce(context, "bank").getPool().getMaxTotal()).isEqualTo(7);
              assertThat(inForce(context, "bank-pool").getPool().getAcquireTimeout()).hasSeconds(6);
            });
  }

  @Test
  void namesThatDifferInDashesAloneAreOfOneClient() {
    runner()
        .withPropertyValues(
            "reprise.clients.parcelservice.read-timeout=3s",
            "reprise.clients.parcel-service.connect-timeout=2s")
        .run(
            context -> {
              assertThat(context.getBean(RepriseClients.class).names())
                  .containsExactly("default", "parcel-service");
              assertThat(inForce(context, "parcel-service").getReadTimeout()).hasSeconds(3);
              assertThat(inForce(context, "parcel-service").getConnectTimeout()).hasSeconds(2);
            });
  }

  @Test
  void whatIsNotSetIsInherited() {
    runner()
        .withPropertyValues(
            "reprise.read-timeout=7s",
            "reprise.preconnect.max-per-peer=3",
            "reprise.clients.bank.pool.acquire-timeout=3s")
        .run(
            context -> {
              ClientProperties inForce = inForce(context, "bank");
              assertThat(inForce.getPool().getAcquireTimeout()).hasSeconds(3);
              assertThat(inForce.getReadTimeout()).hasSeconds(7);
              assertThat(inForce.getConnectTimeout()).hasSeconds(5);
              assertThat(inForce.getPreconnect().getMaxPerPeer()).isEqualTo(3);
            });
  }

  @Test
  void bootsTimeoutsAndBundleServeWhereOursAreUnset() {
    try (SoapPeer peer = SoapPeer.requiringClientCertificate(stores)) {
      ApplicationContextRunner boot =
          runner()
              .withPropertyValues(stores.bundle())
              .withPropertyValues(
                  "spring.ssl.bundle.jks.partner.keystore.location=file:" + stores.clientKey(),
                  "spring.ssl.bundle.jks.partner.keystore.password=" + Stores.PASSWORD,
                  "spring.http.client.ssl.bundle=partner",
                  "spring.http.client.connect-timeout=2s",
                  "spring.http.client.read-timeout=3s");
      boot.withPropertyValues("reprise.read-timeout=9s", "reprise.clients.bank.connect-timeout=1s")
          .run(
              context -> {
                call(context, peer.uri("/answer"), 1);
                ClientProperties timeouts = inForce(context, "default");
                assertThat(timeouts.getConnectTimeout()).hasSeconds(2);
                assertThat(timeouts.getReadTimeout()).hasSeconds(9);
                ClientProperties bank = inForce(context, "bank");
                assertThat(bank.getConnectTimeout()).hasSeconds(1);
                assertThat(bank.getSsl().getBundle()).isEqualTo("partner");
              });
      boot.withPropertyValues("spring.http.client.read-timeout=0")
          .run(context -> assertThat(inForce(context, "default").getReadTimeout()).hasSeconds(60));
    }
  }
}
