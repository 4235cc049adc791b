package dev.reprise.spring.actuate;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.spring.ClientNames;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToIntFunction;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * The pools of every client, under the names of Micrometer's own binder for HttpClient, which is
 * deprecated for 4.5. Looks at managers that have been made, and makes none.
 */
final class PoolMeters implements MeterBinder {

  private final ConfigurableListableBeanFactory beans;
  private final Environment environment;

  PoolMeters(ConfigurableListableBeanFactory beans, Environment environment) {
    this.beans = beans;
    this.environment = environment;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (String bean : beans.getBeanNamesForType(ResumingConnectionManager.class, true, false)) {
      Tags all = Tags.of("httpclient", clientOf(bean));
      Tags free = all.and("state", "available");
      Tags leased = all.and("state", "leased");
      gauge(registry, bean, "total.max", all, pool -> pool.getTotalStats().getMax());
      gauge(registry, bean, "total.connections", free, pool -> pool.getTotalStats().getAvailable());
      gauge(registry, bean, "total.connections", leased, pool -> pool.getTotalStats().getLeased());
      gauge(registry, bean, "total.pending", all, pool -> pool.getTotalStats().getPending());
      gauge(registry, bean, "route.max.default", all, pool -> pool.getDefaultMaxPerRoute());
    }
  }

  /** The client that a manager is of; the bean's name for one of the application's. */
  private String clientOf(String bean) {
    return ClientNames.all(environment).stream()
        .filter(client -> ClientNames.bean(client, ClientNames.MANAGER).equals(bean))
        .findAny()
        .orElse(bean);
  }

  private void gauge(
      MeterRegistry registry,
      String bean,
      String name,
      Tags tags,
      ToIntFunction<ResumingConnectionManager> value) {
    Gauge.builder("httpcomponents.httpclient.pool." + name, () -> read(bean, value))
        .description("Connections of HttpClient's pool")
        .tags(tags)
        .register(registry);
  }

  private Number read(String bean, ToIntFunction<ResumingConnectionManager> value) {
    Object made = beans.getSingleton(bean);
    return made instanceof ResumingConnectionManager
        ? value.applyAsInt((ResumingConnectionManager) made)
        : Double.NaN;
  }
}
