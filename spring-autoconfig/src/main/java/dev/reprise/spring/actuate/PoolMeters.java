package dev.reprise.spring.actuate;

import dev.reprise.spring.HttpClientKind;
import dev.reprise.spring.tls.Clients;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToIntFunction;
import org.springframework.beans.factory.DisposableBean;

/**
 * The pools of every client, under the names of Micrometer's own binder for HttpClient. Looks at
 * managers that have been made, and makes none.
 */
final class PoolMeters implements MeterBinder, DisposableBean {

  private final Clients clients;
  private final HttpClientKind kind;
  private final BoundMeters bound = new BoundMeters();

  PoolMeters(Clients clients, HttpClientKind kind) {
    this.clients = clients;
    this.kind = kind;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    if (!Pool.isOf(kind)) {
      return;
    }
    for (String client : clients.names()) {
      Tags all = Tags.of("httpclient", client);
      Tags free = all.and("state", "available");
      Tags leased = all.and("state", "leased");
      gauge(registry, client, "total.max", all, Pool::max);
      gauge(registry, client, "total.connections", free, Pool::available);
      gauge(registry, client, "total.connections", leased, Pool::leased);
      gauge(registry, client, "total.pending", all, Pool::pending);
      gauge(registry, client, "route.max.default", all, Pool::maxPerRoute);
    }
  }

  @Override
  public void destroy() {
    bound.remove();
  }

  private void gauge(
      MeterRegistry registry, String client, String name, Tags tags, ToIntFunction<Pool> value) {
    bound.add(
        registry,
        Gauge.builder("httpcomponents.httpclient.pool." + name, () -> read(client, value))
            .description("Connections of HttpClient's pool")
            .tags(tags)
            .register(registry));
  }

  private Number read(String client, ToIntFunction<Pool> value) {
    Pool pool = Pool.of(clients, client, kind);
    return pool == null ? Double.NaN : value.applyAsInt(pool);
  }
}
