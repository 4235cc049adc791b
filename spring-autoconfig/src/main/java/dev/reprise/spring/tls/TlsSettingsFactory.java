package dev.reprise.spring.tls;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.tls.IllegalSettingException;
import dev.reprise.tls.TlsSettings;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/** Makes TlsSettings from properties. Each error names the property that it comes from. */
final class TlsSettingsFactory {

  /** By the connector's name of a setting. */
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "closeWait", ".close-wait",
          "drainLimit", ".drain-limit",
          "maxLanesPerPeer", ".lanes.max-per-peer",
          "maxPeers", ".lanes.max-peers",
          "laneIdleTimeout", ".lanes.idle-timeout",
          "sessionTimeout", ".lanes.session-timeout",
          "protocols", ".tls.protocols",
          "cipherSuites", ".tls.cipher-suites",
          "provider", ".tls.provider");

  private final String client;
  private final String prefix;
  private final ResourceLoader resources;
  private final BundleLoader bundles;

  /**
   * A factory.
   *
   * @param bundles null where there are no SSL bundles
   */
  TlsSettingsFactory(String client, ResourceLoader resources, BundleLoader bundles) {
    this.client = client;
    this.prefix = ClientNames.prefix(client);
    this.resources = resources;
    this.bundles = bundles;
  }

  TlsSettings create(ClientProperties properties, Consumer<TlsSettings.Builder> lastWord) {
    ClientProperties.Tls tls = properties.getTls();
    ClientProperties.Lanes lanes = properties.getLanes();
    TlsMaterial material = material(tls);
    TlsSettings.Builder builder = TlsSettings.builder().name(client);
    if (material.trustManagers() != null) {
      builder.trustManagers(material.trustManagers());
    }
    if (material.keyManagers() != null) {
      builder.keyManagers(material.keyManagers());
    }
    if (StringUtils.hasText(tls.getProvider())) {
      builder.provider(TlsProviders.find(prefix + ".tls.provider", tls.getProvider(), loader()));
    }
    String[] protocols = given(tls.getProtocols(), material.protocols());
    if (protocols != null) {
      builder.protocols(protocols);
    }
    String[] cipherSuites = given(tls.getCipherSuites(), material.cipherSuites());
    if (cipherSuites != null) {
      builder.cipherSuites(cipherSuites);
    }
    try {
      builder
          .closeWait(properties.getCloseWait())
          .drainLimit(clamped(properties.getDrainLimit()))
          .maxLanesPerPeer(lanes.getMaxPerPeer())
          .maxPeers(lanes.getMaxPeers())
          .laneIdleTimeout(lanes.getIdleTimeout())
          .sessionTimeout(lanes.getSessionTimeout())
          .requireCloseNotify(properties.getRequireCloseNotify())
          .stockSockets(tls.getStockSockets());
      lastWord.accept(builder);
      return builder.build();
    } catch (IllegalSettingException e) {
      throw named(e);
    }
  }

  private ClassLoader loader() {
    return resources.getClassLoader();
  }

  private TlsMaterial material(ClientProperties.Tls tls) {
    boolean trust = StoreLoader.isSet(prefix + ".tls.trust-store", tls.getTrustStore());
    boolean keys = StoreLoader.isSet(prefix + ".tls.key-store", tls.getKeyStore());
    if (StringUtils.hasText(tls.getBundle())) {
      String property = prefix + ".tls.bundle";
      if (trust || keys) {
        throw new RepriseConfigurationException(
            property,
            "it is set together with " + prefix + (trust ? ".tls.trust-store" : ".tls.key-store"),
            "Give either a bundle, which holds trust and keys, or stores");
      }
      if (bundles == null) {
        throw new RepriseConfigurationException(
            property,
            "there are no SSL bundles in this application",
            "Use Spring Boot 3.1 or later with its SslAutoConfiguration, or "
                + prefix
                + ".tls.trust-store and "
                + prefix
                + ".tls.key-store");
      }
      return bundles.load(property, tls.getBundle());
    }
    StoreLoader stores = new StoreLoader(resources);
    return new TlsMaterial(
        trust ? stores.trustManagers(prefix + ".tls.trust-store", tls.getTrustStore()) : null,
        keys ? stores.keyManagers(prefix + ".tls.key-store", tls.getKeyStore()) : null,
        null,
        null);
  }

  private static String[] given(List<String> property, String[] fromMaterial) {
    return property == null || property.isEmpty() ? fromMaterial : property.toArray(new String[0]);
  }

  private static int clamped(DataSize size) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, size.toBytes()));
  }

  private RepriseConfigurationException named(IllegalSettingException e) {
    if (e.setting().equals("trustManagers")) {
      return new RepriseConfigurationException(
          prefix + ".tls.trust-store.location",
          "it is not set, and the JDK's default trust store cannot be loaded: " + e.getCause(),
          "Set it, or mend the system property javax.net.ssl.trustStore",
          e);
    }
    String property = PROPERTIES.get(e.setting());
    if (property == null) {
      throw e;
    }
    return new RepriseConfigurationException(prefix + property, e);
  }
}
