package dev.reprise.tls;

import dev.reprise.tls.internal.provider.ContextSource;
import dev.reprise.tls.internal.provider.DefaultTrust;
import dev.reprise.tls.internal.provider.ProviderTraits;
import dev.reprise.tls.internal.provider.WeakTls;
import java.security.Provider;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;

/**
 * Holds the values that a {@link TlsSettings.Builder} was given, and checks them against a
 * provider. Arrays are never changed, so copies share them. Not thread-safe while values change.
 */
final class GivenSettings implements Cloneable {

  private static final List<String> KEY_TYPES = List.of("EC", "RSA", "EdDSA", "RSASSA-PSS", "DSA");

  TrustManager[] trustManagers;
  KeyManager[] keyManagers;
  Supplier<SSLContext> supplier;
  Provider provider;
  String[] protocols;
  String[] cipherSuites;
  Duration closeTimeout = Duration.ofMillis(20);
  int maxLanesPerPeer = 1024;
  int maxPeers = 1000;
  Duration laneIdleTimeout = Duration.ofHours(1);
  Duration sessionTimeout = Duration.ofHours(24);
  int maxPreconnectionsPerPeer;
  Duration preconnectionLifetime = Duration.ofSeconds(5);
  boolean hostnameVerification = true;
  boolean requireCloseNotify = true;
  boolean stockSockets;
  String name = "";
  List<TlsListener> listeners = List.of();

  GivenSettings copy() {
    try {
      return (GivenSettings) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  void add(TlsListener listener) {
    List<TlsListener> all = new ArrayList<>(listeners);
    all.add(listener);
    listeners = List.copyOf(all);
  }

  static <T> T[] nonEmpty(String setting, T[] managers) {
    T[] all = noNull(setting, managers);
    if (all.length == 0) {
      throw new IllegalSettingException(setting, "none given; leave it out for the default");
    }
    return all;
  }

  /** Returns a copy. Throws a NullPointerException if the array or a value is null. */
  static <T> T[] noNull(String setting, T[] values) {
    T[] all = Objects.requireNonNull(values, setting + ": null given").clone();
    for (T value : all) {
      Objects.requireNonNull(value, setting + ": null given");
    }
    return all;
  }

  /** Returns whether a value is set that a TLS provider may refuse. */
  boolean hasTls() {
    return Stream.of(trustManagers, keyManagers, supplier, provider, protocols, cipherSuites)
        .anyMatch(Objects::nonNull);
  }

  ContextSource contextSource() {
    boolean managers = trustManagers != null || keyManagers != null || provider != null;
    if (managers && supplier != null) {
      throw new IllegalSettingException(
          "sslContext",
          "give either managers (with a provider, if wanted), or a supplier of contexts");
    }
    if (supplier != null) {
      return ContextSource.ofSupplier(supplier);
    }
    return ContextSource.ofManagers(
        provider, keyManagers, trustManagers == null ? DefaultTrust.managers() : trustManagers);
  }

  Optional<Instant> clientCertificateExpiry() {
    return Arrays.stream(keyManagers == null ? new KeyManager[0] : keyManagers)
        .filter(X509KeyManager.class::isInstance)
        .map(X509KeyManager.class::cast)
        .flatMap(
            keys ->
                KEY_TYPES.stream()
                    .map(type -> keys.getClientAliases(type, null))
                    .filter(Objects::nonNull)
                    .flatMap(Arrays::stream)
                    .map(keys::getCertificateChain)
                    .filter(chain -> chain != null && chain.length > 0))
        .map(chain -> chain[0].getNotAfter().toInstant())
        .min(Comparator.naturalOrder());
  }

  static void requireSupported(Provider provider) {
    if (provider.getName().equals("openssl")) {
      throw new IllegalSettingException(
          "provider",
          "WildFly OpenSSL is not supported: its sockets read past the end of TLS and cannot be"
              + " closed while they are used. Use Conscrypt or the JDK's");
    }
  }

  static void requireTls(Provider provider) {
    if (provider.getService("SSLContext", "TLS") == null) {
      throw new IllegalSettingException(
          "provider",
          "'"
              + provider.getName()
              + "' offers no SSLContext 'TLS'. If it has only ciphers, register it with"
              + " java.security.Security, so that the default TLS provider uses it");
    }
  }

  /** Returns the given protocols and cipher suites, checked, or the provider's strong ones. */
  SSLParameters offer(SSLContext probe) {
    requireSupported(probe.getProvider());
    SSLParameters supported = supported(probe);
    String providerName = probe.getProvider().getName();
    SSLParameters enabled = probe.getDefaultSSLParameters();
    SSLParameters offer = new SSLParameters();
    offer.setProtocols(
        protocols == null
            ? WeakTls.strongProtocols(enabled.getProtocols())
            : known("protocols", "protocol", protocols, supported.getProtocols(), providerName));
    offer.setCipherSuites(
        cipherSuites == null
            ? WeakTls.strongCipherSuites(enabled.getCipherSuites())
            : known(
                "cipherSuites",
                "cipher suite",
                cipherSuites,
                supported.getCipherSuites(),
                providerName));
    return offer;
  }

  private static String[] known(
      String setting, String noun, String[] wanted, String[] supported, String provider) {
    if (wanted.length == 0) {
      throw new IllegalSettingException(
          setting, "the list is empty; leave it out for the provider's defaults");
    }
    List<String> known = Arrays.asList(supported);
    for (String name : wanted) {
      if (!known.contains(name)) {
        throw new IllegalSettingException(
            setting, "unknown " + noun + " '" + name + "'; " + provider + " supports " + known);
      }
    }
    return wanted;
  }

  private static SSLParameters supported(SSLContext context) {
    try {
      return context.getSupportedSSLParameters();
    } catch (IllegalStateException e) {
      throw new IllegalSettingException(
          "sslContext", "the SSLContext is not initialized; call its init first", e);
    }
  }

  /**
   * Checks by a ClientHello that a handshake is possible. JSSE accepts versions and suites that it
   * will not use (see {@code jdk.tls.disabledAlgorithms}), and fails only at each handshake.
   *
   * @param offer the result of {@link #offer} for the same context
   */
  void requireUsable(SSLContext probe, SSLParameters offer) {
    if (protocols == null && cipherSuites == null) {
      return;
    }
    try {
      SSLEngine engine = probe.createSSLEngine();
      engine.setUseClientMode(true);
      engine.setSSLParameters(offer);
      engine.beginHandshake();
    } catch (SSLException | IllegalArgumentException | IllegalStateException e) {
      throw new IllegalSettingException(
          protocols != null ? "protocols" : "cipherSuites",
          "no handshake is possible with "
              + List.of(protocols != null ? protocols : cipherSuites)
              + (protocols != null && cipherSuites != null
                  ? " and the cipherSuites " + List.of(cipherSuites)
                  : "")
              + (ProviderTraits.of(probe.getProvider()) == ProviderTraits.JSSE
                  ? "; the security property jdk.tls.disabledAlgorithms may forbid it"
                  : " by the provider " + probe.getProvider().getName()),
          e);
    } catch (UnsupportedOperationException e) {
      // This context makes no engines; the first call reports that.
    }
  }
}
