package dev.reprise.spring;

import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.runner;
import static dev.reprise.spring.Contexts.trusting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.Configurable;
import org.apache.http.impl.client.CloseableHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Every property has its effect. */
@ExtendWith(OutputCaptureExtension.class)
class PropertiesTest extends AgainstPeer {

  private static final String UNKNOWN = "Unknown properties under reprise, which have no effect: ";

  @Test
  void aPropertyThatThereIsNotIsToldOfOnce(CapturedOutput output) {
    runner()
        .withPropertyValues(
            "reprise.read-timeuot=s3cret",
            "reprise.client.bank.read-timeout=s3cret",
            "reprise.hostname-verification=s3cret",
            "reprise.clients.bank.enabled=s3cret",
            "reprise.clients.bank.ssl.trust-cert=s3cret",
            "reprise.clients.parcel-service.session-timeout=1h")
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(
                        new SystemEnvironmentPropertySource(
                            "test-systemEnvironment",
                            Map.of(
                                "REPRISE_SSL_TRUSTCERT", "s3cret",
                                "REPRISE_CLIENTS_PARCEL_SERVICE_SSL_TRUSTSTORE", "s3cret",
                                "REPRISE_CLIENTS_PARCEL_SERVICE_SESSION_TIMEOUT", "2h",
                                "REPRISE_SSL_ENABLEDPROTOCOLS_0", "TLSv1.3"))))
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output)
        .containsOnlyOnce(UNKNOWN)
        .contains("reprise.read-timeuot")
        .contains("reprise.client.bank.read-timeout")
        .contains("reprise.hostname-verification (", "reprise.clients.bank.enabled (")
        .contains("ssl.trust-cert", "REPRISE_SSL_TRUSTCERT", "PARCEL_SERVICE_SSL_TRUSTSTORE")
        .doesNotContain("s3cret", "PROTOCOLS", "SESSION_TIMEOUT");
  }

  @Test
  void aPropertyThatThereIsNotIsNamedAsItIsWrittenAndWhere(CapturedOutput output)
      throws IOException {
    Path file =
        Files.writeString(directory.resolve("bank.properties"), "# one\nreprise.readTimeuot=1s\n");
    runner()
        .withInitializer(new ConfigDataApplicationContextInitializer())
        .withPropertyValues("spring.config.location=" + file.toUri())
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output)
        .containsPattern("reprise\\.readTimeuot \\(.*bank\\.properties.* - 2:21\\)\\]");
  }

  @Test
  void everyPropertyThatThereIsIsKnown(CapturedOutput output) throws IOException {
    String[] all =
        Metadata.properties().keySet().stream()
            .filter(name -> name.startsWith("reprise."))
            .filter(name -> !name.equals("reprise.clients"))
            .map(name -> name + (name.matches(".*enabled") ? "=true" : "="))
            .toArray(String[]::new);
    runner()
        .withPropertyValues(all)
        .withPropertyValues("reprise.ssl.enabled-protocols=TLSv1.3", "reprise.readTimeout=1s")
        .withPropertyValues("reprise.ssl.ciphers[0]=TLS_AES_128_GCM_SHA256")
        .withPropertyValues("reprise.http-client=auto")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output).doesNotContain(UNKNOWN);
    runner()
        .withPropertyValues("reprise.clients.bank.timeouts.raed=1s", "reprise.conect-timeout=")
        .run(context -> assertThat(output).containsOnlyOnce(UNKNOWN));
  }

  private static RequestConfig config(ApplicationContext context) {
    return ((Configurable) part(context, CloseableHttpClient.class)).getConfig();
  }

  private static String settings(ApplicationContext context) {
    return tls(context).toString();
  }

  private static TlsSettings tls(ApplicationContext context) {
    return context.getBean(RepriseClient.class).socketFactory().settings();
  }

  private static ResumingConnectionManager manager(ApplicationContext context) {
    return part(context, ResumingConnectionManager.class);
  }

  @Test
  void defaultsAreInForce() {
    runner()
        .run(
            context -> {
              ClientProperties properties = new ClientProperties();
              ClientProperties.Pool pool = properties.getPool();
              assertThat(config(context).getConnectTimeout())
                  .isEqualTo((int) properties.getConnectTimeout().toMillis());
              assertThat(config(context).getSocketTimeout())
                  .isEqualTo((int) properties.getReadTimeout().toMillis());
              assertThat(config(context).getConnectionRequestTimeout())
                  .isEqualTo((int) pool.getAcquireTimeout().toMillis());
              assertThat(manager(context).getMaxTotal()).isEqualTo(pool.getMaxTotal());
              assertThat(manager(context).getDefaultMaxPerRoute()).isEqualTo(pool.getMaxPerRoute());
              assertThat(manager(context).getValidateAfterInactivity()).isEqualTo(2_000);
              assertThat(settings(context))
                  .contains(
                      "protocols=default", "hostnameVerification=true", "closeTimeout=PT0.02S");
            });
  }

  @Test
  void defaultsOfTlsAreThoseOfTheConnector() {
    TlsSettings connector = TlsSettings.builder().build();
    runner()
        .run(
            context -> {
              TlsSettings settings = tls(context);
              assertThat(settings.closeTimeout()).isEqualTo(connector.closeTimeout());
              assertThat(settings.maxLanesPerPeer()).isEqualTo(connector.maxLanesPerPeer());
              assertThat(settings.maxPeers()).isEqualTo(connector.maxPeers());
              assertThat(settings.laneIdleTimeout()).isEqualTo(connector.laneIdleTimeout());
              assertThat(settings.sessionTimeout()).isEqualTo(connector.sessionTimeout());
              assertThat(settings.maxPreconnectionsPerPeer())
                  .isEqualTo(connector.maxPreconnectionsPerPeer());
              assertThat(settings.preconnectionLifetime())
                  .isEqualTo(connector.preconnectionLifetime());
              assertThat(settings.requireCloseNotify()).isEqualTo(connector.requireCloseNotify());
              assertThat(settings.stockSockets()).isEqualTo(connector.stockSockets());
            });
  }

  @Test
  void defaultsAreThoseThatTheMetadataTells() {
    runner()
        .run(
            context -> {
              BeanWrapper inForce =
                  PropertyAccessorFactory.forBeanPropertyAccess(
                      context.getBean(RepriseClient.class).properties());
              List<String> compared = new ArrayList<>();
              for (Map.Entry<String, JsonNode> property : Metadata.properties().entrySet()) {
                String path =
                    Pattern.compile("-(.)")
                        .matcher(property.getKey().replaceFirst("^reprise\\.", ""))
                        .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
                if (property.getValue().has("defaultValue") && inForce.isReadableProperty(path)) {
                  Object value = inForce.getPropertyValue(path);
                  String told = property.getValue().path("defaultValue").asText();
                  assertThat(
                          ApplicationConversionService.getSharedInstance()
                              .convert(told, value.getClass()))
                      .as(path)
                      .isEqualTo(value);
                  compared.add(path);
                }
              }
              assertThat(compared).contains("readTimeout", "pool.maxTotal").hasSizeGreaterThan(10);
            });
  }

  @Test
  void timeouts() {
    runner()
        .withPropertyValues(
            "reprise.connect-timeout=1s",
            "reprise.read-timeout=2s",
            "reprise.pool.acquire-timeout=300ms")
        .run(
            context -> {
              assertThat(config(context).getConnectTimeout()).isEqualTo(1_000);
              assertThat(config(context).getSocketTimeout()).isEqualTo(2_000);
              assertThat(config(context).getConnectionRequestTimeout()).isEqualTo(300);
            });
  }

  @Test
  void poolSizes() {
    runner()
        .withPropertyValues("reprise.pool.max-total=7", "reprise.pool.max-per-route=3")
        .run(
            context -> {
              assertThat(manager(context).getMaxTotal()).isEqualTo(7);
              assertThat(manager(context).getDefaultMaxPerRoute()).isEqualTo(3);
            });
  }

  @Test
  void preconnectionsOfEveryClientUnlessItSaysOtherwise() {
    runner()
        .withPropertyValues(
            "reprise.preconnect.max-per-peer=8",
            "reprise.clients.bank.read-timeout=2s",
            "reprise.clients.parcels.preconnect.max-per-peer=0")
        .run(
            context -> {
              assertThat(preconnections(context, "default")).isEqualTo("8 for PT5S");
              assertThat(preconnections(context, "bank")).isEqualTo("8 for PT5S");
              assertThat(preconnections(context, "parcels")).isEqualTo("0 for PT5S");
            });
    runner().run(context -> assertThat(preconnections(context, "default")).isEqualTo("0 for PT5S"));
  }

  private static String preconnections(ApplicationContext context, String client) {
    TlsSettings settings =
        context.getBean(RepriseClients.class).get(client).socketFactory().settings();
    return settings.maxPreconnectionsPerPeer() + " for " + settings.preconnectionLifetime();
  }

  @Test
  void timeToLiveEndsTheReuseOfAConnection() {
    trusting(stores.trust())
        .withPropertyValues("reprise.pool.max-life-time=1ms", "reprise.pool.max-idle-time=0")
        .run(
            context -> {
              call(context, peer.uri("/kept"), 1);
              await()
                  .untilAsserted(
                      () -> {
                        manager(context).closeExpiredConnections();
                        assertThat(manager(context).getTotalStats().getAvailable()).isZero();
                      });
            });
  }

  @Test
  void idleConnectionsAreEvicted() {
    trusting(stores.trust())
        .withPropertyValues("reprise.pool.max-idle-time=1ms")
        .run(
            context -> {
              call(context, peer.uri("/kept"), 1);
              await()
                  .untilAsserted(
                      () -> assertThat(manager(context).getTotalStats().getAvailable()).isZero());
            });
    await().untilAsserted(() -> assertThat(evictors()).isEmpty());
  }

  @Test
  void withoutEvictionNoThreadIsStarted() {
    await().untilAsserted(() -> assertThat(evictors()).isEmpty());
    runner()
        .withPropertyValues("reprise.pool.max-idle-time=0")
        .run(
            context -> {
              part(context, CloseableHttpClient.class);
              assertThat(evictors()).isEmpty();
            });
    runner()
        .run(
            context -> {
              assertThat(evictors()).as("nobody has asked for a client").isEmpty();
              part(context, CloseableHttpClient.class);
              assertThat(evictors()).hasSize(1);
            });
  }

  private static List<String> evictors() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("Connection evictor"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"true,true", "false,false"})
  void requireCloseNotify(String value, boolean expected) {
    runner()
        .withPropertyValues("reprise.require-close-notify=" + value)
        .run(context -> assertThat(tls(context).requireCloseNotify()).isEqualTo(expected));
  }

  @Test
  void protocolsAndCipherSuites() {
    List<Handshake> seen = new CopyOnWriteArrayList<>();
    trusting(stores.trust())
        .withBean(TlsListener.class, () -> recorder(seen))
        .withPropertyValues(
            "reprise.ssl.enabled-protocols=TLSv1.2",
            "reprise.ssl.ciphers=TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")
        .run(
            context -> {
              call(context, peer.uri("/answer"), 1);
              assertThat(seen).hasSize(1);
              assertThat(seen.get(0).protocol()).isEqualTo("TLSv1.2");
              assertThat(seen.get(0).cipherSuite())
                  .isEqualTo("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");
              assertThat(part(context, ResumingSslSocketFactory.class).getDefaultCipherSuites())
                  .containsExactly("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");
            });
  }

  private static TlsListener recorder(List<Handshake> seen) {
    return new TlsListener() {
      @Override
      public void handshakeCompleted(Handshake event) {
        seen.add(event);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"Conscrypt", "conscrypt", "org.conscrypt.OpenSSLProvider"})
  void anUnregisteredProviderOnTheClassPath(String provider) {
    trusting(stores.trust())
        .withPropertyValues("reprise.ssl.provider=" + provider)
        .run(
            context -> {
              assertThat(settings(context)).contains("provider=Conscrypt");
              call(context, peer.uri("/answer"), 3);
              assertThat(context.getBean(TlsStatistics.class).total().resumed()).isEqualTo(2);
            });
  }

  /** It resumes sessions of TLS 1.2 alone. */
  @ParameterizedTest
  @ValueSource(strings = {"BCJSSE", "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider"})
  void bouncyCastleOnTheClassPath(String provider) {
    trusting(stores.trust())
        .withPropertyValues(
            "reprise.ssl.provider=" + provider, "reprise.ssl.enabled-protocols=TLSv1.2")
        .run(
            context -> {
              assertThat(settings(context)).contains("provider=BCJSSE");
              call(context, peer.uri("/answer"), 3);
              assertThat(context.getBean(TlsStatistics.class).total().resumed()).isEqualTo(2);
            });
  }

  @Test
  void aRegisteredProvider() {
    runner()
        .withPropertyValues("reprise.ssl.provider=SunJSSE")
        .run(context -> assertThat(settings(context)).contains("provider=SunJSSE"));
  }

  @ParameterizedTest
  @CsvSource({"trust.jks, JKS", "trust.p12, PKCS12"})
  void trustStoreTypesAreToldApart(String file, String made) {
    trusting(stores.trust(file, made)).run(context -> call(context, peer.uri("/answer"), 1));
  }

  @Test
  void storesByUrlAndFromTheClassPath() throws Exception {
    trusting(Path.of("unused"))
        .withPropertyValues("reprise.ssl.trust-store=" + stores.trust().toUri())
        .run(context -> call(context, peer.uri("/answer"), 1));
    Path onClassPath = Path.of(Stores.class.getResource("/").toURI()).resolve("on-class-path.p12");
    Files.copy(stores.trust(), onClassPath);
    try {
      trusting(Path.of("unused"))
          .withPropertyValues("reprise.ssl.trust-store=classpath:on-class-path.p12")
          .run(context -> call(context, peer.uri("/answer"), 1));
    } finally {
      Files.delete(onClassPath);
    }
  }

  @Test
  void aKeyWithAPasswordOfItsOwn() {
    try (SoapPeer strict = SoapPeer.requiringClientCertificate(stores)) {
      trusting(stores.trust())
          .withPropertyValues(
              "reprise.ssl.key-store=" + stores.clientKeyApart(),
              "reprise.ssl.key-store-password=" + Stores.PASSWORD,
              "reprise.ssl.key-password=" + Stores.KEY_PASSWORD)
          .run(context -> call(context, strict.uri("/answer"), 1));
    }
  }

  @Test
  void anSslBundleGivesTrustKeysProtocolsAndSuites() {
    List<Handshake> seen = new CopyOnWriteArrayList<>();
    try (SoapPeer strict = SoapPeer.requiringClientCertificate(stores)) {
      runner()
          .withBean(TlsListener.class, () -> recorder(seen))
          .withPropertyValues(stores.bundle())
          .withPropertyValues(
              "spring.ssl.bundle.jks.partner.keystore.location=file:" + stores.clientKey(),
              "spring.ssl.bundle.jks.partner.keystore.password=" + Stores.PASSWORD,
              "spring.ssl.bundle.jks.partner.options.enabled-protocols=TLSv1.2",
              "spring.ssl.bundle.jks.partner.options.ciphers="
                  + "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
              "reprise.ssl.bundle=partner")
          .run(
              context -> {
                call(context, strict.uri("/answer"), 2);
                assertThat(seen).extracting(Handshake::protocol).containsOnly("TLSv1.2");
                assertThat(seen)
                    .extracting(Handshake::cipherSuite)
                    .containsOnly("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");
                assertThat(seen).extracting(Handshake::resumed).containsExactly(false, true);
              });
    }
  }

  @Test
  void theProtocolOfABundleCountsAndAPropertyOutranksIt() {
    ApplicationContextRunner bundled =
        runner()
            .withPropertyValues(stores.bundle())
            .withPropertyValues(
                "spring.ssl.bundle.jks.partner.protocol=TLSv1.2", "reprise.ssl.bundle=partner");
    bundled.run(
        context -> assertThat(settings(context)).contains("TLSv1.2").doesNotContain("TLSv1.3"));
    bundled
        .withPropertyValues("reprise.ssl.enabled-protocols=TLSv1.3")
        .run(context -> assertThat(settings(context)).contains("protocols=[TLSv1.3]"));
  }

  @Test
  void emptyValuesMeanUnset() {
    runner()
        .withPropertyValues(
            "reprise.ssl.trust-store=",
            "reprise.ssl.trust-store-password=",
            "reprise.ssl.bundle=",
            "reprise.ssl.provider=",
            "reprise.ssl.enabled-protocols=",
            "reprise.proxy.host=",
            "reprise.proxy.port=",
            "reprise.read-timeout=")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(config(context).getSocketTimeout()).isEqualTo(60_000);
            });
  }
}
