package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What settings refuse, and that they can be read and built upon. */
class TlsSettingsTest {

  private final Certificates certificates = new Certificates();
  private final TlsListener listener = new TlsListener() {};

  static Stream<Arguments> badValues() {
    return Stream.of(
        bad("protocols", "TLSv9", b -> b.protocols("TLSv9")),
        bad("protocols", "empty", b -> b.protocols()),
        bad("protocols", "no handshake is possible with [SSLv3]", b -> b.protocols("SSLv3")),
        bad(
            "protocols",
            "no handshake is possible with [SSLv3]",
            b ->
                b.provider(new BouncyCastleJsseProvider(new BouncyCastleProvider()))
                    .protocols("SSLv3")),
        bad("protocols", "jdk.tls.disabledAlgorithms", b -> b.protocols("TLSv1", "TLSv1.1")),
        bad(
            "protocols",
            "[TLSv1.3] and the cipherSuites [TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256]",
            b -> b.protocols("TLSv1.3").cipherSuites("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256")),
        bad(
            "cipherSuites",
            "no handshake is possible with [TLS_EMPTY_RENEGOTIATION_INFO_SCSV]",
            b -> b.cipherSuites("TLS_EMPTY_RENEGOTIATION_INFO_SCSV")),
        bad("cipherSuites", "TLS_NONE", b -> b.cipherSuites("TLS_NONE")),
        bad("provider", "SUN", b -> b.provider(Security.getProvider("SUN"))),
        bad("provider", "WildFly OpenSSL", b -> b.provider(new Fake("openssl"))),
        // It takes random numbers from Bouncy Castle's other provider, which nobody has registered.
        bad(
            "provider",
            "cannot make a TLS context with BCJSSE: |SecureRandom"
                + "|new BouncyCastleJsseProvider(new BouncyCastleProvider())",
            b -> b.provider(new BouncyCastleJsseProvider())),
        bad(
            "provider",
            "cannot make a TLS context with Lacking: |dev.reprise.nowhere.Context",
            b -> b.provider(new Fake("Lacking"))),
        bad(
            "provider",
            "cannot make a TLS context with Incomplete: "
                + "|NoClassDefFoundError: dev/reprise/nowhere/Needed",
            b -> b.provider(new Incomplete())),
        bad(
            "closeTimeout",
            "-1ms is not within 0 to 60s",
            b -> b.closeTimeout(Duration.ofMillis(-1))),
        bad("closeTimeout", "2h is not within 0 to 60s", b -> b.closeTimeout(Duration.ofHours(2))),
        bad("maxLanesPerPeer", "0", b -> b.maxLanesPerPeer(0)),
        bad("maxPeers", "-5", b -> b.maxPeers(-5)),
        bad("laneIdleTimeout", "0 is not within 1s to 1d", b -> b.laneIdleTimeout(Duration.ZERO)),
        bad("trustManagers", "none", b -> b.trustManagers()),
        bad("keyManagers", "none", b -> b.keyManagers()),
        bad("sslContext", "null", b -> b.sslContext(() -> null)),
        bad("sslContext", "not initialized", b -> b.sslContext(TlsSettingsTest::uninitialized)),
        bad(
            "sslContext",
            "give trustManagers and keyManagers",
            b -> b.sslContext(TlsSettingsTest::defaultContext)),
        bad(
            "sslContext",
            "either",
            b ->
                b.sslContext(TlsSettingsTest::uninitialized)
                    .provider(Security.getProvider("SunJSSE"))));
  }

  private static Arguments bad(
      String setting, String words, Consumer<TlsSettings.Builder> configuration) {
    return Arguments.of(setting, words, configuration);
  }

  private static SSLContext uninitialized() {
    try {
      return SSLContext.getInstance("TLS");
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static SSLContext defaultContext() {
    try {
      return SSLContext.getDefault();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("badValues")
  void aBadValueIsNamed(String setting, String words, Consumer<TlsSettings.Builder> configuration) {
    assertThatExceptionOfType(IllegalSettingException.class)
        .isThrownBy(
            () -> {
              TlsSettings.Builder builder = TlsSettings.builder();
              configuration.accept(builder);
              builder.build();
            })
        .withMessageStartingWith(setting + ": ")
        .withMessageContainingAll(words.split("\\|"))
        .satisfies(
            e -> {
              assertThat(e.setting()).isEqualTo(setting);
              assertThat(e).hasMessage(setting + ": " + e.problem());
            });
  }

  @Test
  void aForbiddenVersionBesideAnotherIsLeftToTheProvider() {
    assertThat(TlsSettings.builder().protocols("TLSv1.2", "SSLv3").build().protocols())
        .contains("TLSv1.2");
  }

  private TlsSettings.Builder unusual() {
    return TlsSettings.builder()
        .trustManagers(certificates.trustManagers())
        .keyManagers(certificates.keyManagers(certificates.client()))
        .provider(Conscrypt.newProvider())
        .protocols("TLSv1.2")
        .cipherSuites("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")
        .closeTimeout(Duration.ofMillis(3))
        .maxLanesPerPeer(7)
        .maxPeers(11)
        .laneIdleTimeout(Duration.ofSeconds(13))
        .sessionTimeout(Duration.ofSeconds(17))
        .maxPreconnectionsPerPeer(2)
        .preconnectionLifetime(Duration.ofSeconds(19))
        .hostnameVerification(false)
        .requireCloseNotify(false)
        .stockSockets(true)
        .name("bank")
        .addListener(listener);
  }

  @Test
  void aBuilderOfSettingsHasAllThatTheyWereBuiltFrom() throws Exception {
    Supplier<SSLContext> supplier = () -> Certificates.context(null, null, null);
    Map<String, Object> defaults = fields(TlsSettings.builder());
    Set<String> untried = new TreeSet<>(defaults.keySet());
    for (TlsSettings.Builder builder :
        List.of(unusual(), TlsSettings.builder().sslContext(supplier))) {
      Map<String, Object> given = fields(builder);
      assertThat(fields(builder.build().toBuilder())).usingRecursiveComparison().isEqualTo(given);
      untried.removeIf(name -> !Objects.deepEquals(given.get(name), defaults.get(name)));
    }
    assertThat(untried).as("settings that this test leaves at their defaults").isEmpty();
  }

  private static Map<String, Object> fields(TlsSettings.Builder builder) throws Exception {
    Field given = TlsSettings.Builder.class.getDeclaredField("given");
    given.setAccessible(true);
    Map<String, Object> values = new TreeMap<>();
    for (Field field : GivenSettings.class.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        values.put(field.getName(), field.get(given.get(builder)));
      }
    }
    return values;
  }

  @Test
  void settingsCanBeRead() {
    TlsSettings settings = unusual().build();
    assertThat(settings.providerName()).isEqualTo("Conscrypt");
    assertThat(settings.protocols()).containsExactly("TLSv1.2");
    assertThat(settings.cipherSuites()).containsExactly("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");
    assertThat(settings.closeTimeout()).isEqualTo(Duration.ofMillis(3));
    assertThat(settings.maxLanesPerPeer()).isEqualTo(7);
    assertThat(settings.maxPeers()).isEqualTo(11);
    assertThat(settings.laneIdleTimeout()).isEqualTo(Duration.ofSeconds(13));
    assertThat(settings.sessionTimeout()).isEqualTo(Duration.ofSeconds(17));
    assertThat(settings.hostnameVerification()).isFalse();
    assertThat(settings.requireCloseNotify()).isFalse();
    assertThat(settings.stockSockets()).isTrue();
    assertThat(settings.listeners()).containsExactly(listener);
  }

  @Test
  void whereNoneWereSetProtocolsAndSuitesAreTheProviders() throws Exception {
    TlsSettings settings = TlsSettings.builder().provider(Security.getProvider("SunJSSE")).build();
    SSLContext stock = Certificates.context(null, null, null);
    assertThat(settings.protocols())
        .containsExactly(stock.getDefaultSSLParameters().getProtocols());
    assertThat(settings.cipherSuites())
        .containsExactly(stock.getDefaultSSLParameters().getCipherSuites());
    assertThat(settings.listeners()).isEmpty();
  }

  @Test
  void listsCannotBeChanged() {
    TlsSettings settings = unusual().build();
    for (List<?> list :
        List.of(settings.protocols(), settings.cipherSuites(), settings.listeners())) {
      assertThatThrownBy(list::clear).isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void aBuilderUsedFurtherLeavesItsSettingsAsTheyAre() {
    TlsSettings.Builder builder = unusual();
    TlsSettings settings = builder.build();
    builder.addListener(new TlsListener() {}).closeTimeout(Duration.ofSeconds(1));
    settings.toBuilder().addListener(new TlsListener() {}).build();
    assertThat(settings.listeners()).containsExactly(listener);
    assertThat(settings.toBuilder().build().listeners()).containsExactly(listener);
    assertThat(settings.toBuilder().build().closeTimeout()).isEqualTo(Duration.ofMillis(3));
  }

  /** Announces TLS by a class that is not there; of WildFly its name is all that is looked at. */
  private static final class Fake extends Provider {

    private static final long serialVersionUID = 1;

    Fake(String name) {
      super(name, "1", "of the test");
      put("SSLContext.TLS", "dev.reprise.nowhere.Context");
    }
  }

  /** The class of its TLS is there, and needs one that is not. */
  private static final class Incomplete extends Provider {

    private static final long serialVersionUID = 1;

    Incomplete() {
      super("Incomplete", "1", "needs a class that is not there");
      putService(
          new Service(this, "SSLContext", "TLS", "dev.reprise.nowhere.Context", null, null) {
            @Override
            public Object newInstance(Object parameter) {
              throw new NoClassDefFoundError("dev/reprise/nowhere/Needed");
            }
          });
    }
  }
}
