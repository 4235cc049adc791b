package dev.reprise.spring.builders;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.core.ClientConfiguration;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Library;
import dev.reprise.spring.core.PartSource;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ReflectionUtils;

/** Clients over what Boot builds, also where Boot's own builders are left alone. */
@Configuration(proxyBeanMethods = false)
@Conditional(Library.Boot.class)
public class BootClientsConfiguration {

  @Bean
  BootClients repriseBootClients(
      ConfigurableListableBeanFactory beans,
      ObjectProvider<ClientHttpRequestFactoryBuilder<?>> builder) {
    return new BootClients(
        new BootBuilders(beans, () -> null),
        builder.getIfAvailable(ClientHttpRequestFactoryBuilder::detect));
  }

  /** Request factories over whatever Boot's builder, or the application's own one, builds. */
  static final class BootClients implements PartSource {

    private static final Log LOG = LogFactory.getLog(BootClients.class);

    /** What Boot's builders know nothing of. */
    private static final List<String> WITHOUT_EFFECT =
        List.of(
            "require-close-notify",
            "preconnect.max-per-peer",
            "preconnect.at-start",
            "pool.max-total",
            "pool.max-per-route",
            "pool.acquire-timeout",
            "pool.max-idle-time",
            "pool.max-life-time");

    private final BootBuilders builders;
    private final ClientHttpRequestFactoryBuilder<?> builder;

    BootClients(BootBuilders builders, ClientHttpRequestFactoryBuilder<?> builder) {
      this.builders = builders;
      this.builder = builder;
    }

    @Override
    public Set<Class<?>> types() {
      return Set.of(ClientHttpRequestFactory.class);
    }

    /** Warns of what has no effect, and refuses what would be missed. */
    @Override
    public void check(ClientConfiguration configuration, RepriseClient client) {
      List<String> ignored =
          WITHOUT_EFFECT.stream().filter(configuration::isSet).collect(Collectors.toList());
      if (!ignored.isEmpty()) {
        LOG.warn(
            String.format(
                "Client %s calls through a client of Boot's. These properties have no effect: %s",
                client.name(), ignored));
      }
      if (configuration.proxy() != null) {
        throw configuration.refused(
            "proxy.host",
            "the client calls through a client of Boot's, which cannot use it",
            "Add HttpClient 5 or 4.5 to the class path, or configure the proxy on a client of your"
                + " own");
      }
    }

    @Override
    public boolean preconnects() {
      return false;
    }

    @Override
    public Object make(Class<?> type, String client, Clients clients) {
      ClientProperties properties = clients.configuration(client).properties();
      Object used = builders.decorated(ClientHttpRequestFactoryBuilder.class, builder);
      Method build = BootBuilders.buildMethod(ClientHttpRequestFactoryBuilder.class);
      Object settings = BootBuilders.Settings.defaults(build.getParameterTypes()[0]);
      settings =
          BootBuilders.Settings.with(
              settings,
              ResumingBundle.of(SslBundle.of(null), clients.get(client).sslContext(), null));
      settings = with(settings, "withConnectTimeout", properties.getConnectTimeout());
      settings = with(settings, "withReadTimeout", properties.getReadTimeout());
      return ReflectionUtils.invokeMethod(build, used, settings);
    }

    private static Object with(Object settings, String method, Duration value) {
      return ReflectionUtils.invokeMethod(
          ReflectionUtils.findMethod(settings.getClass(), method, Duration.class), settings, value);
    }
  }
}
