package dev.reprise.spring.builders;

import dev.reprise.spring.builders.BootBuilders.Settings;
import dev.reprise.spring.core.ClientConfiguration;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Library;
import dev.reprise.spring.core.PartSource;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ReflectionUtils;

/** Clients over what Boot builds, also where Boot's own builders are left alone. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = Library.BUILDERS)
public class BootClientsConfiguration {

  @Bean
  PartSource repriseBootClients(
      Library library,
      ConfigurableListableBeanFactory beans,
      ObjectProvider<ClientHttpRequestFactoryBuilder<?>> builder) {
    // The application's own builder may need a client of ours; spring-web may be missing.
    return library == Library.BOOT
        ? new BootClients(
            new BootBuilders(beans, () -> null),
            builder.getIfAvailable(ClientHttpRequestFactoryBuilder::detect))
        : Map::of;
  }

  /** Request factories over whatever Boot's builder, or the application's own one, builds. */
  private static final class BootClients implements PartSource {

    private final BootBuilders builders;
    private final ClientHttpRequestFactoryBuilder<?> builder;

    BootClients(BootBuilders builders, ClientHttpRequestFactoryBuilder<?> builder) {
      this.builders = builders;
      this.builder = builder;
    }

    @Override
    public Map<Class<?>, Maker> makers() {
      return Map.of(ClientHttpRequestFactory.class, this::make);
    }

    /** Properties without a counterpart in Boot's builders. */
    @Override
    public List<String> withoutEffect() {
      return List.of(
          "require-close-notify",
          "preconnect.max-per-peer",
          "preconnect.at-start",
          "preconnect.learn",
          "pool.max-total",
          "pool.max-per-route",
          "pool.acquire-timeout",
          "pool.max-idle-time",
          "pool.max-life-time");
    }

    private Object make(String client, Clients clients) {
      ClientConfiguration configuration = clients.configuration(client);
      if (configuration.proxy() != null) {
        throw configuration.refused(
            "proxy.host",
            "the client calls through a client of Boot's, which cannot use it",
            "Add HttpClient 5 or 4.5 to the class path, or configure the proxy on a client of your"
                + " own");
      }
      Object used = builders.decorated(ClientHttpRequestFactoryBuilder.class, builder);
      Method build = BootBuilders.buildMethod(ClientHttpRequestFactoryBuilder.class);
      SslBundle bundle =
          ResumingBundle.of(SslBundle.of(null), clients.get(client).sslContext(), null);
      Duration connect = configuration.properties().getConnectTimeout();
      Duration read = configuration.properties().getReadTimeout();
      Object settings = Settings.defaults(build.getParameterTypes()[0]);
      settings = Settings.with(settings, "withSslBundle", SslBundle.class, bundle);
      settings = Settings.with(settings, "withConnectTimeout", Duration.class, connect);
      settings = Settings.with(settings, "withReadTimeout", Duration.class, read);
      return ReflectionUtils.invokeMethod(build, used, settings);
    }
  }
}
