package dev.reprise.spring.tls;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseProperties;
import java.beans.PropertyDescriptor;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/** One client: its name, what its properties begin with, and the values in force for it. */
final class ClientConfiguration {

  private final String name;
  private final Environment environment;
  private final ClientProperties properties = new ClientProperties();

  /**
   * A client with what it inherits where it sets nothing: from what Boot has for a group of its
   * name, from the plain properties, from what Boot has for every HTTP client, and the defaults.
   */
  ClientConfiguration(String name, RepriseProperties given, Environment environment) {
    this.name = name;
    this.environment = environment;
    if (!name.equals(ClientNames.DEFAULT)) {
      inherit(properties, given.getClients().getOrDefault(name, new ClientProperties()));
      inherit(properties, ofBoot(name));
    }
    inherit(properties, given);
    inherit(properties, ofBoot(ClientNames.DEFAULT));
    inherit(properties, defaults());
  }

  private ClientProperties ofBoot(String client) {
    ClientProperties given = new ClientProperties();
    PropertyAccessorFactory.forBeanPropertyAccess(given)
        .setPropertyValues(ClientNames.ofBoot(environment, client));
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
   * Takes what is not set from elsewhere. What only makes sense together is taken together: a
   * bundle or stores, the parts of a store, the parts of a proxy.
   */
  private static void inherit(ClientProperties to, ClientProperties from) {
    ClientProperties.Tls tls = to.getTls();
    Set<String> without = new HashSet<>(Set.of("class"));
    if (tls.getBundle() != null) {
      without.addAll(Set.of("trustStore", "keyStore"));
    }
    if (isSet(tls.getTrustStore()) || isSet(tls.getKeyStore())) {
      without.add("bundle");
    }
    fill(to, from, without);
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
      if (known == null) {
        target.setPropertyValue(name, source.getPropertyValue(name));
      } else if (!target.isWritableProperty(name) && !isSet(known)) {
        fill(known, source.getPropertyValue(name), without);
      }
    }
  }

  /** Whether any part of a store or proxy is; the other groups are never taken as a whole. */
  private static boolean isSet(Object group) {
    BeanWrapper parts = PropertyAccessorFactory.forBeanPropertyAccess(group);
    return (group instanceof ClientProperties.Store || group instanceof ClientProperties.Proxy)
        && Arrays.stream(parts.getPropertyDescriptors())
            .map(PropertyDescriptor::getName)
            .anyMatch(name -> !name.equals("class") && parts.getPropertyValue(name) != null);
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
