package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;

/** Settings can be read, and built upon. */
class ToBuilderTest {

  private final Certificates certificates = new Certificates();
  private final TlsListener listener = new TlsListener() {};

  private TlsSettings.Builder unusual() {
    return TlsSettings.builder()
        .trustManagers(certificates.trustManagers())
        .keyManagers(certificates.keyManagers(certificates.client()))
        .provider(Conscrypt.newProvider())
        .protocols("TLSv1.2")
        .cipherSuites("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")
        .closeTimeout(Duration.ofMillis(3))
        .drainLimit(5)
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
    Supplier<SSLContext> supplier = ToBuilderTest::newContext;
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

  private static SSLContext newContext() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
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
    assertThat(settings.drainLimit()).isEqualTo(5);
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
    TlsSettings settings = TlsSettings.builder().provider("SunJSSE").build();
    SSLContext stock = newContext();
    assertThat(settings.protocols())
        .containsExactly(stock.getDefaultSSLParameters().getProtocols());
    assertThat(settings.cipherSuites())
        .containsExactly(stock.getDefaultSSLParameters().getCipherSuites());
    assertThat(settings.listeners()).isEmpty();
  }

  @Test
  void listsCannotBeChanged() {
    TlsSettings settings = unusual().build();
    assertThatThrownBy(() -> settings.protocols().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> settings.cipherSuites().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> settings.listeners().clear())
        .isInstanceOf(UnsupportedOperationException.class);
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
}
