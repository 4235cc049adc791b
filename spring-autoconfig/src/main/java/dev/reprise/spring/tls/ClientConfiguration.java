package dev.reprise.spring.tls;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseProperties;
import java.beans.PropertyDescriptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/** One client: its name, what its properties begin with, and the values in force for it. */
final class ClientConfiguration {

  private static final String BOOT_4 = "org.springframework.boot.http.client.autoconfigure.";
  private static final String BOOT_3 = "org.springframework.boot.autoconfigure.http.client.";
  private static final Duration NONE = Duration.ZERO;

  private final String name;
  private final Environment environment;
  private final ClientProperties properties = new ClientProperties();

  /** What each layer that was inherited from calls a property, null for nothing. */
  private final List<UnaryOperator<String>> keys = new ArrayList<>();

  private ClientConfiguration(String name, Environment environment) {
    this.name = name;
    this.environment = environment;
  }

  /**
   * A client with what it inherits where it sets nothing: from the plain properties, from what Boot
   * has for every HTTP client or for a group of the client's name, and the defaults.
   */
  static ClientConfiguration of(String name, RepriseProperties given, Environment environment) {
    ClientConfiguration client = new ClientConfiguration(name, environment);
    if (!name.equals(ClientNames.DEFAULT)) {
      ClientProperties own = given.getClients().get(name);
      client.inherit(client.prefix(), own != null ? own : new ClientProperties());
      if (isPresent(BOOT_4 + "service.HttpServiceClientProperties")) {
        client.inheritOfBoot("spring.http.serviceclient." + name);
      }
    }
    client.inherit(RepriseProperties.PREFIX, given);
    if (isPresent(BOOT_4 + "HttpClientsProperties")) {
      client.inheritOfBoot("spring.http.clients");
    } else if (isPresent(BOOT_3 + "HttpClientProperties")) {
      client.inheritOfBoot("spring.http.client");
    }
    inherit(client.properties, defaults());
    return client;
  }

  private void inherit(String prefix, ClientProperties from) {
    keys.add(property -> prefix + "." + property);
    inherit(properties, from);
  }

  private static boolean isPresent(String type) {
    return ClassUtils.isPresent(type, ClientConfiguration.class.getClassLoader());
  }

  /** What this generation of Boot gives its own clients; zero is none there. */
  private void inheritOfBoot(String prefix) {
    ClientProperties given = new ClientProperties();
    Map<String, String> taken = new HashMap<>();
    Binder binder = Binder.get(environment);
    BindResult<String> bundle = binder.bind(prefix + ".ssl.bundle", String.class);
    if (bundle.isBound()) {
      given.getTls().setBundle(bundle.get());
      taken.put("tls.bundle", prefix + ".ssl.bundle");
    }
    Duration connect = binder.bind(prefix + ".connect-timeout", Duration.class).orElse(NONE);
    if (connect.compareTo(NONE) > 0) {
      given.getTimeouts().setConnect(connect);
      taken.put("timeouts.connect", prefix + ".connect-timeout");
    }
    Duration read = binder.bind(prefix + ".read-timeout", Duration.class).orElse(NONE);
    if (read.compareTo(NONE) > 0) {
      given.getTimeouts().setRead(read);
      taken.put("timeouts.read", prefix + ".read-timeout");
    }
    keys.add(taken::get);
    inherit(properties, given);
  }

  private static ClientProperties defaults() {
    ClientProperties defaults = new ClientProperties();
    defaults.setCloseWait(Duration.ofMillis(20));
    defaults.setDrainLimit(DataSize.ofKilobytes(16));
    defaults.setRequireCloseNotify(true);
    defaults.setCookies(false);
    defaults.getTls().setStockSockets(false);
    defaults.getTls().setReloadOnUpdate(false);
    ClientProperties.Lanes lanes = defaults.getLanes();
    lanes.setMaxPerPeer(1024);
    lanes.setMaxPeers(1000);
    lanes.setIdleTimeout(Duration.ofHours(1));
    lanes.setSessionTimeout(Duration.ofHours(24));
    ClientProperties.Pool pool = defaults.getPool();
    pool.setMaxTotal(100);
    pool.setMaxPerRoute(50);
    pool.setValidateAfterInactivity(Duration.ofSeconds(2));
    pool.setEvictIdleAfter(Duration.ofSeconds(30));
    ClientProperties.Timeouts timeouts = defaults.getTimeouts();
    timeouts.setConnect(Duration.ofSeconds(5));
    timeouts.setRead(Duration.ofSeconds(60));
    timeouts.setLease(Duration.ofSeconds(5));
    return defaults;
  }

  /**
   * Takes what is not set from elsewhere. What only makes sense together is taken together: a
   * bundle or stores, the parts of a store, the parts of a proxy.
   */
  private static void inherit(ClientProperties to, ClientProperties from) {
    ClientProperties.Tls tls = to.getTls();
    boolean bundle = tls.getBundle() != null;
    boolean trust = isSet(tls.getTrustStore());
    boolean keys = isSet(tls.getKeyStore());
    fill(to, from);
    if (bundle && !trust) {
      tls.setTrustStore(new ClientProperties.Store());
    }
    if (bundle && !keys) {
      tls.setKeyStore(new ClientProperties.KeyStore());
    }
    if (!bundle && (trust || keys)) {
      tls.setBundle(null);
    }
  }

  private static void fill(Object to, Object from) {
    BeanWrapper target = PropertyAccessorFactory.forBeanPropertyAccess(to);
    BeanWrapper source = PropertyAccessorFactory.forBeanPropertyAccess(from);
    for (PropertyDescriptor property : target.getPropertyDescriptors()) {
      String name = property.getName();
      if (!target.isWritableProperty(name)) {
        if (!name.equals("class")) {
          fill(target.getPropertyValue(name), source.getPropertyValue(name));
        }
      } else if (!isSet(target.getPropertyValue(name))) {
        target.setPropertyValue(name, source.getPropertyValue(name));
      }
    }
  }

  /** Whether a value, or any part of a store or proxy, is. */
  private static boolean isSet(Object value) {
    if (!(value instanceof ClientProperties.Store || value instanceof ClientProperties.Proxy)) {
      return value != null;
    }
    BeanWrapper parts = PropertyAccessorFactory.forBeanPropertyAccess(value);
    return Arrays.stream(parts.getPropertyDescriptors())
        .map(PropertyDescriptor::getName)
        .anyMatch(name -> !name.equals("class") && parts.getPropertyValue(name) != null);
  }

  String name() {
    return name;
  }

  String prefix() {
    return ClientNames.prefix(name);
  }

  ClientProperties properties() {
    return properties;
  }

  /** Where the value in force of a property comes from. */
  String origin(String property) {
    return keys.stream()
        .map(layer -> layer.apply(property))
        .filter(Objects::nonNull)
        .map(key -> ClientNames.origin(environment, key))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("default");
  }
}
