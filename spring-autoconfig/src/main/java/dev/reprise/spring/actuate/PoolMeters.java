package dev.reprise.spring.actuate;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.HttpClientKind;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * The pools of every client, under the names of Micrometer's own binder for HttpClient. Looks at
 * managers that have been made, and makes none.
 */
final class PoolMeters implements MeterBinder {

  private final ConfigurableListableBeanFactory beans;
  private final Environment environment;
  private final HttpClientKind kind;

  PoolMeters(ConfigurableListableBeanFactory beans, Environment environment, HttpClientKind kind) {
    this.beans = beans;
    this.environment = environment;
    this.kind = kind;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (String bean : managers()) {
      Tags all = Tags.of("httpclient", clientOf(bean));
      Tags free = all.and("state", "available");
      Tags leased = all.and("state", "leased");
      gauge(registry, bean, "total.max", all, Pool::max);
      gauge(registry, bean, "total.connections", free, Pool::available);
      gauge(registry, bean, "total.connections", leased, Pool::leased);
      gauge(registry, bean, "total.pending", all, Pool::pending);
      gauge(registry, bean, "route.max.default", all, Pool::maxPerRoute);
    }
  }

  /** Those of the library in force; with HttpClient 4.5, the application's own ones too. */
  private Collection<String> managers() {
    if (kind != HttpClientKind.HTTPCLIENT4) {
      return ClientNames.all(environment).stream()
          .map(client -> ClientNames.manager(client, kind))
          .filter(beans::containsBeanDefinition)
          .collect(Collectors.toUnmodifiableList());
    }
    Class<?> type =
        ClassUtils.resolveClassName(
            "dev.reprise.httpclient4.ResumingConnectionManager", beans.getBeanClassLoader());
    return List.of(beans.getBeanNamesForType(type, true, false));
  }

  /** The client that a manager is of; the bean's name for one of the application's. */
  private String clientOf(String bean) {
    return ClientNames.all(environment).stream()
        .filter(client -> ClientNames.manager(client, kind).equals(bean))
        .findAny()
        .orElse(bean);
  }

  private void gauge(
      MeterRegistry registry, String bean, String name, Tags tags, ToIntFunction<Pool> value) {
    Gauge.builder("httpcomponents.httpclient.pool." + name, () -> read(bean, value))
        .description("Connections of HttpClient's pool")
        .tags(tags)
        .register(registry);
  }

  private Number read(String bean, ToIntFunction<Pool> value) {
    Object made = beans.getSingleton(bean);
    Pool pool = made == null ? null : Pool.of(made);
    return pool == null ? Double.NaN : value.applyAsInt(pool);
  }
}
