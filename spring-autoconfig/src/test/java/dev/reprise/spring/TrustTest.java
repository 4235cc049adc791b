package dev.reprise.spring;

import static dev.reprise.spring.Contexts.by;
import static dev.reprise.spring.Contexts.runner;
import static dev.reprise.spring.Contexts.trusting;
import static dev.reprise.spring.Contexts.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.net.URI;
import java.util.Map;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.test.util.ReflectionTestUtils;

/** Trust is inherited or refused, and never changed in silence. */
class TrustTest extends AgainstPeer {

  /** An application whose bundle trusts the peer alone, which the JVM does not trust. */
  private ApplicationContextRunner pinned(String... properties) {
    return runner().withPropertyValues(stores.bundle()).withPropertyValues(properties);
  }

  private static void handshake(ApplicationContext context, String client, URI uri) {
    try (Socket socket =
        context
            .getBean(RepriseClients.class)
            .get(client)
            .socketFactory()
            .createSocket(uri.getHost(), uri.getPort())) {
      socket.getOutputStream().write("HEAD / HTTP/1.0\r\n\r\n".getBytes("US-ASCII"));
      assertThat(socket.getInputStream().read()).isEqualTo('H');
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reprise.ssl.bundle=partner", "spring.http.client.ssl.bundle=partner"})
  void aKeyStoreAloneKeepsTheTrustOfTheInheritedBundle(String inherited) {
    try (SoapPeer strict = SoapPeer.requiringClientCertificate(stores)) {
      pinned(inherited)
          .withPropertyValues(stores.key("reprise.clients.bank"))
          .run(
              context -> {
                handshake(context, "bank", strict.uri("/answer"));
                assertThat(context.getBean(RepriseClients.class).get("bank").trustOrigin())
                    .isEqualTo("SSL bundle 'partner' (" + inherited.split("=", 2)[0] + ")");
                assertThat(context.getBean(RepriseClients.class).get("bank").keyOrigin())
                    .isEqualTo("reprise.clients.bank.ssl.key-store");
              });
    }
  }

  @Test
  void aKeyStoreUnderRepriseKeepsTheTrustOfBootsBundle() {
    pinned("spring.http.client.ssl.bundle=partner")
        .withPropertyValues(stores.key("reprise"))
        .run(context -> handshake(context, "default", peer.uri("/answer")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bundle", "trust-store", "trust-certificate"})
  void anEmptyValueKeepsInheritedTrust(String property) {
    String empty = "reprise.clients.bank.ssl." + property + "=";
    pinned("reprise.ssl.bundle=partner", empty)
        .run(context -> handshake(context, "bank", peer.uri("/answer")));
    trusting(stores.trust())
        .withPropertyValues(empty)
        .run(context -> handshake(context, "bank", peer.uri("/answer")));
    pinned("spring.http.client.ssl.bundle=partner", "reprise.ssl." + property + "=")
        .run(context -> handshake(context, "default", peer.uri("/answer")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBundleWithoutTrustIsRefusedWhereTrustIsInherited(boolean bundle) {
    (bundle ? pinned("reprise.ssl.bundle=partner") : trusting(stores.trust()))
        .withPropertyValues(
            "spring.ssl.bundle.jks.keyonly.keystore.location=file:" + stores.clientKey(),
            "spring.ssl.bundle.jks.keyonly.keystore.password=" + Stores.PASSWORD,
            "reprise.clients.bank.ssl.bundle=keyonly")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasMessageStartingWith(
                        "reprise.clients.bank.ssl.bundle: the SSL bundle 'keyonly' holds no trusted"
                            + " certificates"));
  }

  @Test
  void anEmptyKeyStoreShowsNoInheritedKey() {
    try (SoapPeer strict = SoapPeer.requiringClientCertificate(stores)) {
      pinned("reprise.ssl.bundle=both", "reprise.clients.bank.ssl.key-store=")
          .withPropertyValues(
              "spring.ssl.bundle.jks.both.truststore.location=file:" + stores.trust(),
              "spring.ssl.bundle.jks.both.truststore.password=" + Stores.PASSWORD,
              "spring.ssl.bundle.jks.both.keystore.location=file:" + stores.clientKey(),
              "spring.ssl.bundle.jks.both.keystore.password=" + Stores.PASSWORD)
          .run(
              context -> {
                handshake(context, "default", strict.uri("/answer"));
                handshake(context, "bank", peer.uri("/answer"));
                assertThatThrownBy(() -> handshake(context, "bank", strict.uri("/answer")))
                    .isInstanceOf(java.io.UncheckedIOException.class);
              });
    }
  }

  private static SslBundle pem(HeldCertificate certificate, HeldCertificate key) {
    return SslBundle.of(
        new PemSslStoreBundle(
            PemSslStoreDetails.forCertificate(certificate.certificatePem())
                .withPrivateKey(key.privateKeyPkcs8Pem()),
            PemSslStoreDetails.forCertificate(Stores.ca().certificatePem())));
  }

  @Test
  void aBundleWhoseKeyIsAnotherCertificatesStopsTheStart() {
    by(pem(Stores.client(), Stores.ca()))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "reprise.ssl.bundle: the SSL bundle 'partner' cannot be loaded: its private"
                            + " key does not belong to its certificate"));
  }

  @Test
  void aReloadedBundleWhoseKeyIsAnotherCertificatesLeavesTheFormerInForce() {
    try (SoapPeer strict = SoapPeer.requiringClientCertificate(stores)) {
      by(pem(Stores.client(), Stores.client()))
          .run(
              context -> {
                handshake(context, "default", strict.uri("/answer"));
                update(context, pem(Stores.client(), Stores.ca()));
                context.getBean(RepriseClient.class).socketFactory().closePreconnections();
                for (int i = 0; i < 3; i++) {
                  handshake(context, "default", strict.uri("/answer"));
                }
                assertThat(context.getBean(RepriseClient.class).statistics().total().failed())
                    .isZero();
                assertThat(context.getBean(RepriseClient.class).statistics().total().full())
                    .as("nothing was loaded, so that sessions are resumed")
                    .isEqualTo(1);
              });
    }
  }

  @Test
  void theEndpointSaysWhereTrustAndKeyAreFrom() {
    pinned("reprise.ssl.bundle=partner", "management.endpoints.web.exposure.include=reprise")
        .withPropertyValues(stores.key("reprise.clients.bank"))
        .run(
            context -> {
              Map<String, Object> told =
                  ReflectionTestUtils.invokeMethod(
                      context.getBean("repriseEndpoint"), "client", "bank");
              assertThat(told)
                  .containsEntry("trust", "SSL bundle 'partner' (reprise.ssl.bundle)")
                  .containsEntry("key", "reprise.clients.bank.ssl.key-store");
            });
    runner()
        .run(
            context -> {
              assertThat(context.getBean(RepriseClient.class).trustOrigin()).isEqualTo("the JVM");
              assertThat(context.getBean(RepriseClient.class).keyOrigin()).isEqualTo("none");
            });
  }
}
