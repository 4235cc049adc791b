package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TlsSettingsTest {

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
        bad("provider", "Nobody", b -> b.provider("Nobody")),
        bad("provider", "SUN", b -> b.provider("SUN")),
        bad("provider", "WildFly OpenSSL", b -> b.provider(new Wildfly())),
        bad(
            "closeTimeout",
            "-1ms is not within 0 to 60s",
            b -> b.closeTimeout(Duration.ofMillis(-1))),
        bad("closeTimeout", "2h is not within 0 to 60s", b -> b.closeTimeout(Duration.ofHours(2))),
        bad("drainLimit", "-1", b -> b.drainLimit(-1)),
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
            b -> b.sslContext(TlsSettingsTest::uninitialized).provider("SunJSSE")));
  }

  private static Arguments bad(
      String setting, String word, Consumer<TlsSettings.Builder> configuration) {
    return Arguments.of(setting, word, configuration);
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
  void aBadValueIsNamed(String setting, String word, Consumer<TlsSettings.Builder> configuration) {
    assertThatExceptionOfType(IllegalSettingException.class)
        .isThrownBy(
            () -> {
              TlsSettings.Builder builder = TlsSettings.builder();
              configuration.accept(builder);
              builder.build();
            })
        .withMessageStartingWith(setting + ": ")
        .withMessageContaining(word)
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

  /** It takes random numbers from Bouncy Castle's other provider, which nobody has registered. */
  @Test
  void aProviderThatLacksAnotherIsNamed() {
    TlsSettings.Builder settings = TlsSettings.builder().provider(new BouncyCastleJsseProvider());
    assertThatThrownBy(settings::build)
        .isInstanceOf(IllegalSettingException.class)
        .hasMessageStartingWith("provider: cannot make a TLS context with BCJSSE: ")
        .hasMessageContaining("SecureRandom")
        .hasMessageContaining("new BouncyCastleJsseProvider(new BouncyCastleProvider())");
  }

  @Test
  void whatAProviderLacksIsTold() {
    TlsSettings.Builder settings = TlsSettings.builder().provider(new Lacking());
    assertThatThrownBy(settings::build)
        .isInstanceOf(IllegalSettingException.class)
        .hasMessageStartingWith("provider: cannot make a TLS context with Lacking: ")
        .hasMessageContaining("dev.reprise.nowhere.Context");
  }

  @Test
  void aLibraryThatAProviderLacksIsTold() {
    TlsSettings.Builder settings = TlsSettings.builder().provider(new Incomplete());
    assertThatThrownBy(settings::build)
        .isInstanceOf(IllegalSettingException.class)
        .hasMessageStartingWith("provider: cannot make a TLS context with Incomplete: ")
        .hasMessageContaining("NoClassDefFoundError: dev/reprise/nowhere/Needed");
  }

  /** Of its name, which is all that is looked at. */
  private static final class Wildfly extends Provider {

    private static final long serialVersionUID = 1;

    Wildfly() {
      super("openssl", "1", "by the name of WildFly OpenSSL");
    }
  }

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

  private static final class Lacking extends Provider {

    private static final long serialVersionUID = 1;

    Lacking() {
      super("Lacking", "1", "announces TLS and does not have it");
      put("SSLContext.TLS", "dev.reprise.nowhere.Context");
    }
  }
}
