package dev.reprise.spring.tls;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.RepriseProperties;
import java.beans.PropertyDescriptor;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/** One client: its name, what its properties begin with, and the values in force for it. */
final class ClientConfiguration {

  private final String name;
  private final Environment environment;
  private final ClientProperties properties = new ClientProperties();
  private String passedOver;

  /**
   * A client with what it inherits where it sets nothing: from the plain properties, from what Boot
   * has for every HTTP client, and the defaults.
   */
  ClientConfiguration(String name, RepriseProperties given, Environment environment) {
    this.name = name;
    this.environment = environment;
    if (!name.equals(ClientNames.DEFAULT)) {
      ClientProperties own = given.getClients().getOrDefault(name, new ClientProperties());
      requireBundleOrStores(ClientNames.prefix(name), own.getTls());
      inherit(own);
    }
    requireBundleOrStores(RepriseProperties.PREFIX, given.getTls());
    inherit(given);
    inherit(ofBoot());
    inherit(defaults());
  }

  private static void requireBundleOrStores(String prefix, ClientProperties.Tls tls) {
    boolean trust = hasText(tls.getTrustStore());
    if (StringUtils.hasText(tls.getBundle()) && (trust || hasText(tls.getKeyStore()))) {
      throw new RepriseConfigurationException(
          prefix + ".tls.bundle",
          "it is set together with " + prefix + (trust ? ".tls.trust-store" : ".tls.key-store"),
          "Give either a bundle, which holds trust and keys, or stores");
    }
  }

  private ClientProperties ofBoot() {
    ClientProperties given = new ClientProperties();
    PropertyAccessorFactory.forBeanPropertyAccess(given)
        .setPropertyValues(ClientNames.ofBoot(environment));
    return given;
  }

  private static ClientProperties defaults() {
    ClientProperties defaults = new ClientProperties();
    defaults.setCloseWait(Duration.ofMillis(20));
    defaults.setDrainLimit(DataSize.ofKilobytes(16));
    defaults.setRequireCloseNotify(true);
    defaults.setCookies(false);
    defaults.setRedirects(true);
    defaults.getTls().setStockSockets(false);
    defaults.getTls().setReloadOnUpdate(false);
    defaults.getLanes().setMaxPerPeer(1024);
    defaults.getLanes().setMaxPeers(1000);
    defaults.getLanes().setIdleTimeout(Duration.ofHours(1));
    defaults.getLanes().setSessionTimeout(Duration.ofHours(24));
    defaults.getSpares().setMaxPerPeer(0);
    defaults.getSpares().setLifetime(Duration.ofSeconds(5));
    defaults.getPool().setMaxTotal(100);
    defaults.getPool().setMaxPerRoute(50);
    defaults.getPool().setValidateAfterInactivity(Duration.ofSeconds(2));
    defaults.getPool().setEvictIdleAfter(Duration.ofSeconds(30));
    defaults.getTimeouts().setConnect(Duration.ofSeconds(5));
    defaults.getTimeouts().setRead(Duration.ofSeconds(60));
    defaults.getTimeouts().setLease(Duration.ofSeconds(5));
    return defaults;
  }

  /**
   * Takes what is not set from elsewhere. The parts of a store or of a proxy are taken together. A
   * bundle takes the place of stores that are farther away; a store takes the place of that part of
   * a bundle alone. An empty bundle or trust store is none, so that trust is never dropped by it.
   */
  private void inherit(ClientProperties from) {
    ClientProperties.Tls tls = properties.getTls();
    Set<String> without = new HashSet<>(Set.of("class"));
    if (tls.getBundle() != null) {
      without.addAll(Set.of("trustStore", "keyStore"));
      if (passedOver == null && !isSet(tls.getTrustStore())) {
        passedOver =
            StringUtils.hasText(from.getTls().getBundle())
                ? "the SSL bundle '" + from.getTls().getBundle() + "'"
                : hasText(from.getTls().getTrustStore()) ? "the trust store" : null;
      }
    }
    fill(properties, from, without);
  }

  private static void fill(Object to, Object from, Set<String> without) {
    BeanWrapper target = PropertyAccessorFactory.forBeanPropertyAccess(to);
    BeanWrapper source = PropertyAccessorFactory.forBeanPropertyAccess(from);
    for (PropertyDescriptor property : target.getPropertyDescriptors()) {
      String name = property.getName();
      if (without.contains(name)) {
        continue;
      }
      Object known = target.getPropertyValue(name);
      Object value = source.getPropertyValue(name);
      if (known == null) {
        target.setPropertyValue(name, name.equals("bundle") && "".equals(value) ? null : value);
      } else if (!target.isWritableProperty(name) && !isSet(known) && isTaken(value)) {
        fill(known, value, without);
      }
    }
  }

  /** Not a trust store of empty values. */
  private static boolean isTaken(Object group) {
    return group.getClass() != ClientProperties.Store.class || hasText(group);
  }

  /** Whether any part of a store or proxy is; the other groups are never taken as a whole. */
  private static boolean isSet(Object group) {
    return (group instanceof ClientProperties.Store || group instanceof ClientProperties.Proxy)
        && parts(group).findAny().isPresent();
  }

  private static boolean hasText(Object store) {
    return parts(store).anyMatch(part -> StringUtils.hasText(part.toString()));
  }

  private static Stream<Object> parts(Object group) {
    BeanWrapper parts = PropertyAccessorFactory.forBeanPropertyAccess(group);
    return Arrays.stream(parts.getPropertyDescriptors())
        .map(PropertyDescriptor::getName)
        .filter(name -> !name.equals("class"))
        .map(parts::getPropertyValue)
        .filter(Objects::nonNull);
  }

  /** What would be inherited for trust if there were no nearer bundle; null for nothing. */
  String passedOver() {
    return passedOver;
  }

  /** Whether an empty key store says that no inherited key is shown. */
  boolean showsNoKey() {
    ClientProperties.KeyStore keys = properties.getTls().getKeyStore();
    return isSet(keys) && !hasText(keys);
  }

  String name() {
    return name;
  }

  /** Full name by which the value in force of a property is set, or would be. */
  String named(String property) {
    return ClientNames.named(environment, name, property);
  }

  ClientProperties properties() {
    return properties;
  }

  /** Full name of what gives the value in force of a property; null for a default. */
  String given(String property) {
    ConfigurationProperty source = ClientNames.source(environment, name, property);
    return source == null ? null : source.getName().toString();
  }

  /** Where the value in force of a property comes from. */
  String origin(String property) {
    ConfigurationProperty source = ClientNames.source(environment, name, property);
    return source == null ? "default" : Objects.toString(source.getOrigin(), "unknown");
  }
}
