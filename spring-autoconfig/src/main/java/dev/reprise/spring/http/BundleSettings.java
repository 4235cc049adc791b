package dev.reprise.spring.http;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.util.ReflectionUtils;

/**
 * Has the contexts of the bundle that all of Boot's clients are given resume sessions, for those
 * libraries that Boot gives a context made by the bundle, such as java.net.http.
 */
final class BundleSettings implements BeanPostProcessor {

  /** The records that Boot has for settings, in 3.4 and 3.5, and in 4. */
  private static final Set<String> TYPES =
      Set.of(
          "org.springframework.boot.http.client.ClientHttpRequestFactorySettings",
          "org.springframework.boot.http.client.reactive.ClientHttpConnectorSettings",
          "org.springframework.boot.http.client.HttpClientSettings");

  private final Supplier<BootClients> clients;

  BundleSettings(Supplier<BootClients> clients) {
    this.clients = clients;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    Class<?> type = bean.getClass();
    if (!TYPES.contains(type.getName())) {
      return bean;
    }
    Method given = ReflectionUtils.findMethod(type, "sslBundle");
    SslBundle bundle = (SslBundle) ReflectionUtils.invokeMethod(given, bean);
    if (bundle == null) {
      return bean;
    }
    Method with = ReflectionUtils.findMethod(type, "withSslBundle", SslBundle.class);
    return ReflectionUtils.invokeMethod(with, bean, new Resuming(bundle));
  }

  private final class Resuming implements SslBundle {

    private final SslBundle bundle;

    Resuming(SslBundle bundle) {
      this.bundle = bundle;
    }

    @Override
    public SSLContext createSslContext() {
      return clients.get().contextOver(bundle);
    }

    @Override
    public SslStoreBundle getStores() {
      return bundle.getStores();
    }

    @Override
    public SslBundleKey getKey() {
      return bundle.getKey();
    }

    @Override
    public SslOptions getOptions() {
      return bundle.getOptions();
    }

    @Override
    public String getProtocol() {
      return bundle.getProtocol();
    }

    @Override
    public SslManagerBundle getManagers() {
      return bundle.getManagers();
    }

    @Override
    public String toString() {
      return bundle.toString();
    }
  }
}
