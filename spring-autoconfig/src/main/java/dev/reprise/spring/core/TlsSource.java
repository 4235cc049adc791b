package dev.reprise.spring.core;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.TlsSettingsCustomizer;
import dev.reprise.tls.IllegalSettingException;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.CollectionUtils;

/**
 * Makes the TLS settings of one client from its properties, at the start and when its bundle
 * changes. Each error names the property that it comes from.
 */
final class TlsSource {

  private static final Log LOG = LogFactory.getLog(TlsSource.class);

  /** By the connector's name of a setting. */
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "sessionTimeout", "session-timeout",
          "maxPreconnectionsPerPeer", "preconnect.max-per-peer",
          "protocols", "ssl.enabled-protocols",
          "cipherSuites", "ssl.ciphers",
          "provider", "ssl.provider");

  private static final String PROVIDER =
      "A library that the provider needs may be missing, such as a native one. Check that it is"
          + " there and loads on this system. Or name another provider, or leave the property out"
          + " for the JDK's";

  final ClientConfiguration configuration;
  final TlsStatistics statistics;
  private final ClientProperties.Ssl ssl;
  private final ResourceLoader resources;
  private final SslBundleLoader bundles;
  private final StoreReader trust;
  private final StoreReader keys;
  private final List<TlsListener> listeners;
  private final List<TlsSettingsCustomizer> customizers;
  private final List<Consumer<TlsSettings>> uses = new ArrayList<>();

  /** What was loaded at the start. */
  final TlsSettings first;

  private TlsSettings current;

  /** Whether the bundle in force says whom to trust, and whether it has a key to show. */
  private volatile boolean heldTrust;

  private volatile boolean heldKey;

  /** The same of the bundle that is being loaded. */
  private boolean holdsTrust;

  private boolean holdsKey;

  /** A source, which loads trust and keys at once; {@code bundles} is null where there are none. */
  TlsSource(
      ClientConfiguration configuration,
      ResourceLoader resources,
      SslBundleLoader bundles,
      TlsStatistics statistics,
      List<TlsListener> listeners,
      List<TlsSettingsCustomizer> customizers) {
    this.configuration = configuration;
    this.statistics = statistics;
    this.ssl = configuration.properties().getSsl();
    this.resources = resources;
    this.bundles = bundles;
    this.trust = new StoreReader(resources, configuration, false);
    this.keys = new StoreReader(resources, configuration, true);
    this.listeners = listeners;
    this.customizers = customizers;
    // A bundle that changes while it is loaded waits for that, and is loaded then.
    synchronized (this) {
      this.first = load();
      this.current = first;
    }
  }

  /** In words, what decides whom the client trusts. */
  String trustOrigin() {
    return origin(trust, heldTrust, "the JVM");
  }

  /** In words, where the key is from that the client shows. */
  String keyOrigin() {
    return origin(keys, heldKey, "none");
  }

  private String origin(StoreReader store, boolean inBundle, String otherwise) {
    String origin =
        store.isSet()
            ? store.named()
            : inBundle
                ? String.format(
                    "SSL bundle '%s' (%s)", ssl.getBundle(), configuration.named("ssl.bundle"))
                : otherwise;
    return customizers.isEmpty() ? origin : origin + ", unless a TlsSettingsCustomizer changes it";
  }

  /** Whether these settings are what was loaded, at the start or since. */
  synchronized boolean isLoaded(TlsSettings settings) {
    return settings == first || settings == current;
  }

  /**
   * A factory with the settings given; if they are the loaded ones, it follows their changes, else
   * they are the application's own, to which the client's listeners are added.
   */
  ResumingSslSocketFactory socketFactory(TlsSettings settings) {
    if (isLoaded(settings)) {
      ResumingSslSocketFactory sockets = new ResumingSslSocketFactory(settings);
      follow(sockets::reload);
      return sockets;
    }
    configuration.warnOfTls();
    TlsSettings.Builder own = settings.toBuilder().name(configuration.name());
    listeners.stream()
        .filter(listener -> !settings.listeners().contains(listener))
        .forEach(own::addListener);
    if (!configuration.properties().getResumptionEnabled()) {
      own.stockSockets(true);
    }
    return new ResumingSslSocketFactory(own.build());
  }

  /**
   * Gives new settings to {@code use} whenever the client's SSL bundle changes; now, if it has
   * since the start.
   */
  synchronized void follow(Consumer<TlsSettings> use) {
    uses.add(use);
    if (current != first) {
      use.accept(current);
    }
  }

  private synchronized void reload() {
    String what = "The SSL bundle '" + ssl.getBundle() + "'";
    try {
      current = load();
      uses.forEach(this::tell);
      LOG.info(what + " has changed; client " + configuration.name() + " uses it now");
    } catch (RuntimeException e) {
      // A customizer's too: the other clients of the bundle are not to miss the change.
      LOG.error(
          String.format(
              "%s has changed and cannot be used; client %s keeps the former one. %s",
              what, configuration.name(), e.getMessage()));
    }
  }

  /** One that fails is no reason to leave the others with what was. */
  private void tell(Consumer<TlsSettings> use) {
    try {
      use.accept(current);
    } catch (RuntimeException e) {
      LOG.error(
          "New TLS settings of client " + configuration.name() + " could not be put in force", e);
    }
  }

  /** Built after each customizer too, so that an error is of the property or of the customizer. */
  private TlsSettings load() {
    TlsSettings.Builder builder;
    TlsSettings settings;
    try {
      builder = ofProperties();
      settings = builder.build();
    } catch (IllegalSettingException e) {
      throw named(e);
    }
    for (TlsSettingsCustomizer each : customizers) {
      try {
        each.customize(configuration.name(), builder);
        settings = builder.build();
      } catch (IllegalSettingException e) {
        throw new RepriseConfigurationException(
            "TlsSettingsCustomizer " + each.getClass().getName(),
            String.format(
                "it sets %s for client %s: %s", e.setting(), configuration.name(), e.problem()),
            "Give a value that is supported, or leave it as it is",
            e);
      }
    }
    ClientConfiguration.expiryAdvice(configuration.name(), settings).ifPresent(LOG::warn);
    heldTrust = holdsTrust;
    heldKey = holdsKey;
    return settings;
  }

  private RuntimeException named(IllegalSettingException e) {
    String property = PROPERTIES.get(e.setting());
    if (property == null) {
      return e;
    }
    String named = configuration.named(property);
    return property.equals("ssl.provider")
        ? new RepriseConfigurationException(named, e, PROVIDER)
        : ClientConfiguration.refused(named, e);
  }

  private TlsSettings.Builder ofProperties() {
    ClientProperties properties = configuration.properties();
    TlsSettings.Builder builder = TlsSettings.builder().name(configuration.name());
    loadMaterial(builder);
    if (hasText(ssl.getProvider())) {
      builder.provider(
          TlsProviders.find(
              configuration.named("ssl.provider"), ssl.getProvider(), resources.getClassLoader()));
    }
    if (!CollectionUtils.isEmpty(ssl.getEnabledProtocols())) {
      builder.protocols(ssl.getEnabledProtocols().toArray(new String[0]));
    }
    if (!CollectionUtils.isEmpty(ssl.getCiphers())) {
      builder.cipherSuites(ssl.getCiphers().toArray(new String[0]));
    }
    listeners.forEach(builder::addListener);
    return builder
        .sessionTimeout(properties.getSessionTimeout())
        .maxPreconnectionsPerPeer(properties.getPreconnect().getMaxPerPeer())
        .requireCloseNotify(properties.getRequireCloseNotify())
        .stockSockets(!properties.getResumptionEnabled());
  }

  private void loadMaterial(TlsSettings.Builder into) {
    if (hasText(ssl.getBundle())) {
      String property = configuration.named("ssl.bundle");
      if (bundles == null) {
        throw new RepriseConfigurationException(
            property,
            "there are no SSL bundles in this application",
            String.format(
                "Use Spring Boot 3.1 or later with its SslAutoConfiguration, or %s and %s",
                configuration.named("ssl.trust-store"), configuration.named("ssl.key-store")));
      }
      if (first == null) {
        bundles.whenChanged(property, ssl.getBundle(), this::reload);
      }
      bundles.load(property, ssl.getBundle(), into, !configuration.showsNoKey());
      holdsTrust = bundles.holdsTrust(ssl.getBundle());
      holdsKey = !configuration.showsNoKey() && bundles.holdsKey(ssl.getBundle());
      if (!trust.isSet() && !holdsTrust && (heldTrust || configuration.hidesTrust)) {
        throw new RepriseConfigurationException(
            property,
            String.format(
                "the SSL bundle '%s' holds no trusted certificates, and would replace those %s",
                ssl.getBundle(), heldTrust ? "of the former bundle" : "that are inherited"),
            "Give the bundle a trust store, or have the key in "
                + configuration.named("ssl.key-store")
                + " instead");
      }
    }
    if (trust.isSet()) {
      into.trustManagers(trust.trustManagers());
    }
    if (keys.isSet()) {
      into.keyManagers(keys.keyManagers());
    }
  }
}
