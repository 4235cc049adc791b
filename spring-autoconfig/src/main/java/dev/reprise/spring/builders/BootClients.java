package dev.reprise.spring.builders;

import dev.reprise.spring.core.ClientConfiguration;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.PartSource;
import java.time.Duration;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.http.client.ClientHttpRequestFactory;

/** Request factories over whatever Boot's builder, or the application's own one, builds. */
public final class BootClients implements PartSource {

  private final BootBuilders builders;
  private final ClientHttpRequestFactoryBuilder<?> builder;

  /** Takes the builder of the context, even where Boot's own builders are left alone. */
  public BootClients(ConfigurableListableBeanFactory beans) {
    this.builders = new BootBuilders(beans);
    this.builder =
        beans
            .getBeanProvider(ClientHttpRequestFactoryBuilder.class)
            .getIfAvailable(ClientHttpRequestFactoryBuilder::detect);
  }

  @Override
  public Map<Class<?>, Maker> makers() {
    return Map.of(ClientHttpRequestFactory.class, this::make);
  }

  private Object make(String client, Clients clients) {
    ClientConfiguration configuration = clients.configuration(client);
    if (configuration.proxy() != null) {
      throw configuration.refused(
          "proxy.host",
          "the client calls through one of Boot's clients, which cannot use it",
          "Add HttpClient 5 or 4.5 to the class path, or configure the proxy on a client of your"
              + " own");
    }
    SslBundle bundle =
        ResumingBundle.of(SslBundle.of(null), clients.get(client).sslContext(), null);
    Duration connect = configuration.properties().getConnectTimeout();
    Duration read = configuration.properties().getReadTimeout();
    Object settings = BootBuilders.defaults(ClientHttpRequestFactoryBuilder.class);
    settings = BootBuilders.with(settings, "withSslBundle", SslBundle.class, bundle);
    settings = BootBuilders.with(settings, "withConnectTimeout", Duration.class, connect);
    settings = BootBuilders.with(settings, "withReadTimeout", Duration.class, read);
    return builders.build(ClientHttpRequestFactoryBuilder.class, builder, settings);
  }
}
