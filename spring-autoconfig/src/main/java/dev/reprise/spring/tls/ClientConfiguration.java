package dev.reprise.spring.tls;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** One client: its name, what its properties begin with, and their values. */
final class ClientConfiguration {

  private final String name;
  private final ClientProperties properties;

  ClientConfiguration(String name, ClientProperties properties) {
    this.name = name;
    this.properties = properties;
  }

  /**
   * The client of the plain properties, or one under {@code reprise.clients} with what it inherits:
   * the plain properties are bound first, then its own over them. What only makes sense together is
   * inherited together: a bundle or stores, the parts of a store, the parts of a proxy.
   */
  static ClientConfiguration of(String name, Environment environment) {
    Binder binder = Binder.get(environment);
    ClientProperties properties = new ClientProperties();
    bind(binder, RepriseProperties.PREFIX, properties);
    String prefix = ClientNames.prefix(name);
    if (!prefix.equals(RepriseProperties.PREFIX)) {
      forgetWhatIsReplaced(binder, prefix, properties);
      bind(binder, prefix, properties);
    }
    return new ClientConfiguration(name, properties);
  }

  private static void forgetWhatIsReplaced(
      Binder binder, String prefix, ClientProperties properties) {
    ClientProperties.Tls tls = properties.getTls();
    boolean bundle = binder.bind(prefix + ".tls.bundle", String.class).isBound();
    boolean trust = isSet(binder, prefix + ".tls.trust-store", ClientProperties.Store.class);
    boolean keys = isSet(binder, prefix + ".tls.key-store", ClientProperties.KeyStore.class);
    if (trust || keys) {
      tls.setBundle(null);
    }
    if (bundle || trust) {
      tls.setTrustStore(new ClientProperties.Store());
    }
    if (bundle || keys) {
      tls.setKeyStore(new ClientProperties.KeyStore());
    }
    if (isSet(binder, prefix + ".proxy", ClientProperties.Proxy.class)) {
      properties.setProxy(new ClientProperties.Proxy());
    }
  }

  private static boolean isSet(Binder binder, String name, Class<?> type) {
    return binder.bind(name, Bindable.of(type)).isBound();
  }

  private static void bind(Binder binder, String prefix, ClientProperties properties) {
    binder.bind(prefix, Bindable.ofInstance(properties));
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
}
