package dev.reprise.spring.core;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.TlsSettingsCustomizer;
import dev.reprise.spring.core.SslBundleLoader.Material;
import dev.reprise.tls.IllegalSettingException;
import dev.reprise.tls.Peer;
import dev.reprise.tls.Preparation;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.io.ResourceLoader;

/**
 * One client, and the TLS settings that its properties give, at the start and when its bundle
 * changes. Each error names the property that it comes from.
 */
final class Client implements RepriseClient {

  private static final Log LOG = LogFactory.getLog(Client.class);

  /** By the connector's name of a setting. */
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "sessionTimeout", "session-timeout",
          "maxPreconnectionsPerPeer", "preconnect.max-per-peer",
          "protocols", "ssl.enabled-protocols",
          "cipherSuites", "ssl.ciphers",
          "provider", "ssl.provider");

  final ClientConfiguration configuration;
  private final TlsStatistics statistics;
  private final ClientProperties.Ssl ssl;
  private final ResourceLoader resources;
  private final SslBundleLoader bundles;
  private final StoreReader trust;
  private final StoreReader keys;
  private final List<TlsListener> listeners;
  private final List<TlsSettingsCustomizer> customizers;
  private final List<Consumer<TlsSettings>> uses = new CopyOnWriteArrayList<>();

  /** What was loaded at the start. */
  private final TlsSettings first;

  private volatile TlsSettings current;
  private final ResumingSslSocketFactory sockets;
  private volatile ResumingSslContext context;

  /** What the bundle in force holds. */
  private volatile Set<Material> held = Set.of();

  /** A client, which loads trust and keys at once; {@code bundles} is null where there are none. */
  Client(
      ClientConfiguration configuration,
      ResourceLoader resources,
      SslBundleLoader bundles,
      TlsStatistics statistics,
      List<TlsListener> listeners,
      List<TlsSettingsCustomizer> customizers) {
    this.configuration = configuration;
    this.statistics = statistics;
    this.ssl = properties().getSsl();
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
      this.sockets = new ResumingSslSocketFactory(first);
      uses.add(sockets::reload);
    }
  }

  @Override
  public String name() {
    return configuration.name();
  }

  @Override
  public ClientProperties properties() {
    return configuration.properties();
  }

  @Override
  public ResumingSslSocketFactory socketFactory() {
    return sockets;
  }

  @Override
  public ResumingSslContext sslContext() {
    // Not under the lock that a reload holds while it tells the application.
    synchronized (uses) {
      if (context == null) {
        ResumingSslContext made = new ResumingSslContext(sockets.settings());
        whenReloaded(made::reload);
        context = made;
      }
      return context;
    }
  }

  @Override
  public CompletionStage<Preparation> prepare(URI uri) {
    Peer peer = ClientConfiguration.peer(uri);
    return configuration.proxy() == null
        ? sockets.prepare(peer)
        : CompletableFuture.completedFuture(Preparation.OFF);
  }

  void closePreconnections() {
    sockets.closePreconnections();
    ResumingSslContext made = context;
    if (made != null) {
      made.socketFactory().closePreconnections();
    }
  }

  @Override
  public TlsStatistics statistics() {
    return statistics;
  }

  @Override
  public String trustOrigin() {
    return origin(trust, Material.TRUST, "the JVM");
  }

  @Override
  public String keyOrigin() {
    return origin(keys, Material.KEY, "none");
  }

  private String origin(StoreReader store, Material material, String otherwise) {
    String origin =
        store.isSet()
            ? store.named()
            : held.contains(material)
                ? String.format(
                    "SSL bundle '%s' (%s)", ssl.getBundle(), configuration.named("ssl.bundle"))
                : otherwise;
    return customizers.isEmpty() ? origin : origin + ", unless a TlsSettingsCustomizer changes it";
  }

  /** Without the lock that a reload holds: the application may make a part when it is called. */
  @Override
  public void whenReloaded(Consumer<TlsSettings> use) {
    uses.add(use);
    // A reload meanwhile has told the newer one before.
    TlsSettings told = first;
    for (TlsSettings now = current; now != told; now = current) {
      use.accept(now);
      told = now;
    }
  }

  /**
   * If that fails the former bundle stays. Nothing is thrown, since other listeners must still be
   * called.
   */
  private synchronized void reload() {
    String what = "The SSL bundle '" + ssl.getBundle() + "' has changed";
    try {
      current = load();
      uses.forEach(this::tell);
      LOG.info(what + "; client " + name() + " uses it now");
    } catch (RuntimeException e) {
      LOG.error(
          String.format(
              "%s and cannot be used; client %s keeps the former one. %s",
              what, name(), e.getMessage()));
    }
  }

  /** One that fails is no reason to leave the others with what was. */
  private void tell(Consumer<TlsSettings> use) {
    try {
      use.accept(current);
    } catch (RuntimeException e) {
      LOG.error("New TLS settings of client " + name() + " could not be put in force", e);
    }
  }

  /** Built after each customizer too, so that an error is of the property or of the customizer. */
  private TlsSettings load() {
    TlsSettings.Builder builder = TlsSettings.builder().name(name());
    Set<Material> holds = bundle(builder);
    TlsSettings settings;
    try {
      fill(builder);
      settings = builder.build();
    } catch (IllegalSettingException e) {
      String property = PROPERTIES.get(e.setting());
      throw property == null ? e : configuration.refused(property, e);
    }
    for (TlsSettingsCustomizer each : customizers) {
      try {
        each.customize(name(), builder);
        settings = builder.build();
      } catch (IllegalSettingException e) {
        throw new RepriseConfigurationException(
            "TlsSettingsCustomizer " + each.getClass().getName(),
            String.format("it sets %s for client %s: %s", e.setting(), name(), e.problem()),
            "Give a value that is supported, or leave it as it is",
            e);
      }
    }
    ClientConfiguration.expiryAdvice(name(), settings).ifPresent(LOG::warn);
    held = holds;
    return settings;
  }

  private void fill(TlsSettings.Builder builder) {
    if (trust.isSet()) {
      builder.trustManagers(trust.trustManagers());
    }
    if (keys.isSet()) {
      builder.keyManagers(keys.keyManagers());
    }
    if (hasText(ssl.getProvider())) {
      builder.provider(TlsProviders.find(configuration, resources.getClassLoader()));
    }
    if (!ssl.getEnabledProtocols().isEmpty()) {
      builder.protocols(ssl.getEnabledProtocols().toArray(new String[0]));
    }
    if (!ssl.getCiphers().isEmpty()) {
      builder.cipherSuites(ssl.getCiphers().toArray(new String[0]));
    }
    listeners.forEach(builder::addListener);
    builder
        .sessionTimeout(properties().getSessionTimeout())
        .maxPreconnectionsPerPeer(properties().getPreconnect().getMaxPerPeer())
        .requireCloseNotify(properties().getRequireCloseNotify())
        .stockSockets(!properties().getResumptionEnabled());
  }

  /** Takes all that the bundle says, if there is one, and returns what it holds. */
  private Set<Material> bundle(TlsSettings.Builder into) {
    if (!hasText(ssl.getBundle())) {
      return Set.of();
    }
    if (bundles == null) {
      throw configuration.refused(
          "ssl.bundle",
          "there are no SSL bundles in this application",
          String.format(
              "Use Spring Boot 3.1 or later with its SslAutoConfiguration, or %s and %s",
              configuration.named("ssl.trust-store"), configuration.named("ssl.key-store")));
    }
    if (first == null) {
      bundles.whenChanged(ssl.getBundle(), this::reload);
    }
    Set<Material> holds = bundles.load(configuration, into);
    boolean heldTrust = held.contains(Material.TRUST);
    if (!trust.isSet()
        && !holds.contains(Material.TRUST)
        && (heldTrust || configuration.hidesTrust())) {
      throw configuration.refused(
          "ssl.bundle",
          String.format(
              "the SSL bundle '%s' holds no trusted certificates, and would replace those %s",
              ssl.getBundle(), heldTrust ? "of the former bundle" : "that are inherited"),
          "Give the bundle a trust store, or give only the key, with "
              + configuration.named("ssl.key-store"));
    }
    return holds;
  }
}
