package dev.reprise.spring.actuate;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.spring.ClientNames;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * The pools of every client, under the names of Micrometer's own binder for HttpClient, which is
 * deprecated for 4.5. Looks at managers that have been made, and makes none.
 */
final class PoolMeters implements MeterBinder {

  private static final String PREFIX = "httpcomponents.httpclient.pool.";

  private final ConfigurableListableBeanFactory beans;
  private final Environment environment;

  PoolMeters(ConfigurableListableBeanFactory beans, Environment environment) {
    this.beans = beans;
    this.environment = environment;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (String bean : beans.getBeanNamesForType(ResumingConnectionManager.class, true, false)) {
      String client = clientOf(bean);
      gauge(registry, bean, client, "total.max", "", pool -> pool.getTotalStats().getMax());
      gauge(
          registry,
          bean,
          client,
          "total.connections",
          "available",
          pool -> pool.getTotalStats().getAvailable());
      gauge(
          registry,
          bean,
          client,
          "total.connections",
          "leased",
          pool -> pool.getTotalStats().getLeased());
      gauge(registry, bean, client, "total.pending", "", pool -> pool.getTotalStats().getPending());
      gauge(
          registry,
          bean,
          client,
          "route.max.default",
          "",
          ResumingConnectionManager::getDefaultMaxPerRoute);
    }
  }

  /** The client that a manager is of; the bean's name for one of the application's. */
  private String clientOf(String bean) {
    return Stream.concat(
            Stream.of(ClientNames.DEFAULT), ClientNames.configured(environment).stream())
        .filter(client -> ClientNames.bean(client, ClientNames.MANAGER).equals(bean))
        .findAny()
        .orElse(bean);
  }

  private void gauge(
      MeterRegistry registry,
      String bean,
      String client,
      String name,
      String state,
      ToIntFunction<ResumingConnectionManager> value) {
    Gauge.Builder<?> gauge =
        Gauge.builder(PREFIX + name, () -> read(bean, value))
            .description("Connections of HttpClient's pool")
            .tag("httpclient", client);
    (state.isEmpty() ? gauge : gauge.tag("state", state)).register(registry);
  }

  private Number read(String bean, ToIntFunction<ResumingConnectionManager> value) {
    Object made = beans.getSingleton(bean);
    return made instanceof ResumingConnectionManager
        ? value.applyAsInt((ResumingConnectionManager) made)
        : Double.NaN;
  }
}
