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
 * Notes which contexts are made by the bundle that all of Boot's clients are given: builders of
 * java.net.http are given no more of a bundle, and others, such as HttpURLConnection, keep them.
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
    return ReflectionUtils.invokeMethod(with, bean, new Noting(bundle));
  }

  private final class Noting implements BuilderTls.Wrapper {

    private final SslBundle bundle;

    Noting(SslBundle bundle) {
      this.bundle = bundle;
    }

    @Override
    public SSLContext createSslContext() {
      SSLContext made = bundle.createSslContext();
      clients.get().made(bundle, made);
      return made;
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
    public SslBundle unwrapped() {
      return bundle;
    }

    @Override
    public String toString() {
      return bundle.toString();
    }
  }
}
