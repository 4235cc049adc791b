package dev.reprise.spring;

import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.runner;
import static dev.reprise.spring.Contexts.trusting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import okhttp3.tls.HeldCertificate;
import org.apache.http.client.HttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.autoconfigure.context.properties.ConfigurationPropertiesReportEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.env.EnvironmentEndpointAutoConfiguration;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint.ConfigurationPropertiesBeanDescriptor;
import org.springframework.boot.actuate.env.EnvironmentEndpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.test.util.ReflectionTestUtils;

/** What the actuator tells. */
@ExtendWith(OutputCaptureExtension.class)
class EndpointTest extends AgainstPeer {

  private static final String EXPOSED = "management.endpoints.web.exposure.include=reprise";

  private static JsonNode read(ApplicationContext context) {
    return new ObjectMapper()
        .valueToTree(
            ReflectionTestUtils.<Object>invokeMethod(
                context.getBean("repriseEndpoint"), "clients"));
  }

  private JsonNode peer(ApplicationContext context) {
    return read(context).at("/clients/default/peers").get(name());
  }

  private String name() {
    return "localhost:" + peer.uri("/").getPort();
  }

  @Test
  void everyClientAndPeer() {
    trusting(stores.trust())
        .withPropertyValues(EXPOSED, "reprise.clients.bank.session-timeout=1h")
        .withBean(TlsSettingsCustomizer.class, () -> Contexts::patient)
        .run(
            context -> {
              call(context, peer.uri("/answer"), 4);
              JsonNode clients = read(context).get("clients");
              assertThat(clients.fieldNames()).toIterable().containsExactly("bank", "default");
              JsonNode told = clients.get("default").get("peers").get(name());
              assertThat(told.at("/handshakes/resumed").asInt()).isEqualTo(3);
              assertThat(told.at("/handshakes/full").asInt()).isEqualTo(1);
              assertThat(told.at("/handshakes/failed").asInt()).isZero();
              assertThat(told.at("/fullBy/first").asInt()).isEqualTo(1);
              assertThat(told.at("/reducedClientHellosRefused").asInt(-1)).isZero();
              assertThat(told.at("/closes/closeNotify").asInt()).isEqualTo(4);
              assertThat(told.at("/advice/0").asText()).contains("handshakes are resumed");
              assertThat(clients.at("/default/lanes/free").asInt()).isEqualTo(1);
              assertThat(clients.at("/bank/peers").isEmpty()).isTrue();
            });
  }

  @Test
  void preconnectionsWhereThereMayBeAny() {
    trusting(stores.trust())
        .withPropertyValues(EXPOSED)
        .withPropertyValues("reprise.preconnect.max-per-peer=2")
        .withBean(TlsSettingsCustomizer.class, () -> Contexts::longLived)
        .run(
            context -> {
              ResumingSslSocketFactory sockets =
                  context.getBean(RepriseClient.class).socketFactory();
              Contexts.callUntil(
                  context, peer.uri("/answer"), () -> sockets.readyPreconnections() == 2);
              Contexts.awaitPreconnections(sockets, 2);
              call(context, peer.uri("/answer"), 1);
              JsonNode told = peer(context).get("preconnected");
              int opened = told.get("opened").asInt();
              int used = told.get("used").asInt();
              assertThat(told.get("ready").asInt()).isPositive();
              assertThat(used).isPositive();
              assertThat(opened).isGreaterThan(used);
              assertThat(told.get("missed").asInt()).isPositive();
              assertThat(told.get("expired").asInt()).isZero();
              assertThat(told.get("endedByPeer").asInt()).isZero();
            });
    trusting(stores.trust())
        .withPropertyValues(EXPOSED)
        .run(
            context -> {
              call(context, peer.uri("/answer"), 1);
              assertThat(peer(context).has("preconnected")).isFalse();
            });
  }

  @Test
  void aRefusedOffer() {
    trusting(stores.trust())
        .withPropertyValues(EXPOSED)
        .run(
            context -> {
              call(context, peer.uri("/answer"), 5);
              peer = peer.restarted(stores);
              call(context, peer.uri("/answer"), 1);
              JsonNode told = peer(context);
              assertThat(told.at("/reducedClientHellosRefused").asInt()).isEqualTo(1);
              assertThat(told.at("/handshakes/failed").asInt()).isZero();
            });
  }

  @Test
  void aFailureIsToldOfThoughCallsSucceedAgain() {
    int port = peer.uri("/").getPort();
    URI uri = URI.create("https://127.0.0.1:" + port + "/answer");
    trusting(stores.trust())
        .withPropertyValues(EXPOSED)
        .withBean(TlsSettingsCustomizer.class, () -> Contexts::patient)
        .run(
            context -> {
              call(context, uri, 3);
              peer.close();
              assertThatThrownBy(() -> call(context, uri, 1)).hasMessageContaining("refused");
              peer = SoapPeer.start(stores, port);
              call(context, uri, 3);
              JsonNode told = read(context).at("/clients/default/peers").get(uri.getAuthority());
              assertThat(told.at("/connectsFailed").asInt()).isEqualTo(1);
              assertThat(told.at("/advice")).hasSize(1);
              assertThat(told.at("/advice/0").asText())
                  .startsWith("The handshakes are resumed, but 1 failed: see lastFailure.");
            });
  }

  /** With TLS 1.3 the server refuses a client without a certificate after the handshake. */
  @Test
  void aServerThatWantsACertificate() {
    try (SoapPeer strict = SoapPeer.requiringClientCertificate(stores)) {
      trusting(stores.trust())
          .withPropertyValues(EXPOSED, "reprise.ssl.enabled-protocols=TLSv1.3")
          .run(
              context -> {
                for (int i = 0; i < 6; i++) {
                  assertThatThrownBy(() -> call(context, strict.uri("/answer"), 1))
                      .hasMessageContaining("alert");
                }
                JsonNode told =
                    read(context)
                        .at("/clients/default/peers")
                        .get("localhost:" + strict.uri("/").getPort());
                assertThat(told.at("/handshakes/failed").asInt()).isEqualTo(6);
                assertThat(told.at("/handshakes/full").asInt()).isEqualTo(6);
                assertThat(told.at("/lastFailure/cause").asText()).isEqualTo("client_certificate");
                assertThat(told.at("/lastFailure/text").asText()).contains("Received fatal alert");
                assertThat(told.at("/advice")).hasSize(1);
                assertThat(told.at("/advice/0").asText())
                    .startsWith("6 of 6 handshakes failed: the server wants a client certificate");
              });
    }
  }

  @Test
  void oneClient() {
    runner()
        .withPropertyValues(EXPOSED, "reprise.clients.bank.session-timeout=1h")
        .run(
            context -> {
              Object endpoint = context.getBean("repriseEndpoint");
              part(context, "bank", HttpClient.class);
              assertThat(ReflectionTestUtils.<Map<?, ?>>invokeMethod(endpoint, "client", "bank"))
                  .extracting(Map::keySet)
                  .isEqualTo(Set.of("httpClient", "trust", "key", "lanes", "pool", "peers"));
              assertThat(ReflectionTestUtils.<Object>invokeMethod(endpoint, "client", "nobody"))
                  .isNull();
            });
  }

  private URI nobody() {
    URI uri = peer.uri("/answer");
    peer.close();
    return uri;
  }

  @Test
  void theLastHandshakeAndTheLastFailure() {
    trusting(stores.trust())
        .withPropertyValues(EXPOSED)
        .run(
            context -> {
              call(context, peer.uri("/answer"), 1);
              String name = name();
              URI nobody = nobody();
              assertThatThrownBy(() -> call(context, nobody, 1)).hasMessageContaining("refused");
              JsonNode told = read(context).at("/clients/default/peers").get(name);
              assertThat(told.at("/protocol").asText()).isEqualTo("TLSv1.3");
              assertThat(told.at("/cipherSuite").asText()).startsWith("TLS_");
              assertThat(told.at("/connectsFailed").asInt()).isPositive();
              assertThat(told.at("/lastFailure/cause").asText()).isEqualTo("refused");
              assertThat(told.at("/lastFailure/text").asText()).contains("ConnectException");
              assertThat(told.at("/lastFailure/at").asText()).contains("T");
            });
  }

  @Test
  void connectionsThatAreUsedAgain() {
    trusting(stores.trust())
        .withPropertyValues(EXPOSED)
        .run(
            context -> {
              call(context, peer.uri("/kept"), 3);
              JsonNode told = read(context).at("/clients/default");
              assertThat(told.at("/pool/available").asInt()).isEqualTo(1);
              assertThat(told.at("/pool/max").asInt()).isEqualTo(100);
              part(context, ResumingConnectionManager.class)
                  .closeIdleConnections(0, TimeUnit.SECONDS);
              // Another thread tells of what HttpClient closes.
              await()
                  .untilAsserted(
                      () -> assertThat(peer(context).at("/reuses").asInt()).isEqualTo(2));
            });
  }

  @Test
  void resumptionThatIsSwitchedOffAndByWhat() {
    trusting(stores.trust())
        .withPropertyValues(
            EXPOSED,
            "reprise.resumption-enabled=false",
            "reprise.clients.bank.read-timeout=1s",
            "reprise.clients.parcels.resumption-enabled=true",
            "reprise.clients.post.resumption-enabled=true")
        .withBean(
            TlsSettingsCustomizer.class,
            () -> (client, settings) -> settings.stockSockets(!client.equals("parcels")))
        .run(
            context -> {
              call(context, peer.uri("/answer"), 2);
              JsonNode clients = read(context).get("clients");
              for (String client : List.of("default", "bank")) {
                assertThat(clients.at("/" + client + "/advice/0").asText())
                    .startsWith("Reprise resumes no sessions: ")
                    .endsWith(" Remove reprise.resumption-enabled=false.");
              }
              assertThat(clients.at("/default/peers")).isEmpty();
              assertThat(clients.at("/post/advice/0").asText())
                  .endsWith(" A bean of the application sets stockSockets.");
              assertThat(clients.at("/parcels").has("advice")).isFalse();
            });
  }

  @ParameterizedTest
  @CsvSource({"-1, has expired on 20", "13, expires on 20", "15, "})
  void aClientCertificateNearItsEndIsToldOfByLogAndEndpoint(
      int days, String words, CapturedOutput output) {
    long now = System.currentTimeMillis();
    HeldCertificate held =
        new HeldCertificate.Builder()
            .signedBy(Stores.ca())
            .validityInterval(now - TimeUnit.DAYS.toMillis(90), now + TimeUnit.DAYS.toMillis(days))
            .build();
    runner()
        .withPropertyValues(
            EXPOSED,
            "reprise.clients.bank.ssl.certificate=" + held.certificatePem(),
            "reprise.clients.bank.ssl.certificate-private-key=" + held.privateKeyPkcs8Pem())
        .run(
            context -> {
              assertThat(read(context).at("/clients/default").has("advice")).isFalse();
              String told = read(context).at("/clients/bank/advice/0").asText();
              assertThat(
                      Instant.parse(
                          read(context).at("/clients/bank/clientCertificateExpires").asText()))
                  .isEqualTo(held.certificate().getNotAfter().toInstant());
              if (words == null) {
                assertThat(told).isEmpty();
                assertThat(output).doesNotContain("The client certificate");
              } else {
                assertThat(told)
                    .startsWith("The client certificate of client bank " + words)
                    .endsWith(
                        ": put a new one into reprise.clients.bank.ssl.key-store or the bundle that"
                            + " it comes from.");
                assertThat(output).containsOnlyOnce(told);
              }
            });
  }

  @Test
  void aPrivateKeyIsNotShownWhereRepriseIsSwitchedOffEither() {
    runner()
        .withConfiguration(AutoConfigurations.of(EnvironmentEndpointAutoConfiguration.class))
        .withPropertyValues(
            "management.endpoints.web.exposure.include=env",
            "management.endpoint.env.show-values=always",
            "reprise.enabled=false",
            "reprise.ssl.certificate=" + new PemFiles(directory).text(PemFiles.KeyForm.PLAIN))
        .run(
            context ->
                assertThat(
                        context
                            .getBean(EnvironmentEndpoint.class)
                            .environmentEntry("reprise.ssl.certificate")
                            .getProperty()
                            .getValue())
                    .isEqualTo("******"));
  }

  @Test
  void aPrivateKeyInAPropertyIsNotShownByBootsEndpoints() {
    String pem = new PemFiles(directory).text(PemFiles.KeyForm.PLAIN);
    runner()
        .withConfiguration(
            AutoConfigurations.of(
                EnvironmentEndpointAutoConfiguration.class,
                ConfigurationPropertiesReportEndpointAutoConfiguration.class))
        .withPropertyValues(
            "management.endpoints.web.exposure.include=env,configprops",
            "management.endpoint.env.show-values=always",
            "management.endpoint.configprops.show-values=always",
            "reprise.session-timeout=5h",
            "other.key=" + pem,
            "reprise.ssl.certificate=" + Stores.client().certificatePem() + pem)
        .run(
            context -> {
              ObjectMapper json = new ObjectMapper().findAndRegisterModules();
              String env =
                  json.valueToTree(
                          context
                              .getBean(EnvironmentEndpoint.class)
                              .environmentEntry("reprise.ssl.certificate"))
                      .toString();
              assertThat(env).contains("******").doesNotContain("PRIVATE KEY");
              // What is not of Reprise is for Boot to hide.
              assertThat(
                      json.valueToTree(
                              context
                                  .getBean(EnvironmentEndpoint.class)
                                  .environmentEntry("other.key"))
                          .toString())
                  .contains("PRIVATE KEY");
              ConfigurationPropertiesBeanDescriptor shown =
                  context
                      .getBean(ConfigurationPropertiesReportEndpoint.class)
                      .configurationProperties()
                      .getContexts()
                      .values()
                      .iterator()
                      .next()
                      .getBeans()
                      .get("reprise-dev.reprise.spring.RepriseProperties");
              assertThat(shown.getProperties().toString())
                  .contains("PT5H", "******")
                  .doesNotContain("PRIVATE KEY");
            });
  }

  @Test
  void aProviderThatCannotResume() {
    trusting(stores.trust())
        .withPropertyValues(EXPOSED, "reprise.clients.bank.ssl.provider=BCJSSE")
        .run(
            context -> {
              assertThat(read(context).at("/clients/default").has("advice")).isFalse();
              assertThat(read(context).at("/clients/bank/advice/0").asText())
                  .startsWith("The provider BCJSSE never resumes TLS 1.3.");
            });
  }

  @Test
  void withoutHttpClientThereIsNoPool() {
    runner()
        .withPropertyValues(EXPOSED)
        .withClassLoader(new FilteredClassLoader("org.apache.http"))
        .run(context -> assertThat(read(context).at("/clients/default").has("pool")).isFalse());
  }

  @Test
  void withoutExposureThereIsNone() {
    runner().run(context -> assertThat(context).doesNotHaveBean("repriseEndpoint"));
  }
}
