package dev.reprise.spring.actuate;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Learned;
import dev.reprise.spring.core.Library;
import dev.reprise.tls.LaneCounts;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.Preparation;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.springframework.beans.factory.DisposableBean;

/**
 * Lanes, preconnected connections and pool of every client, the pool under the names of
 * Micrometer's own binder for HttpClient. Looks at what has been made, and makes nothing. The
 * meters are removed with their context, since a registry may outlive it.
 */
public final class ClientMeters implements MeterBinder, DisposableBean {

  private final Clients clients;
  private final Library library;
  private final Learned learned;
  private final List<Runnable> removals = new ArrayList<>();

  public ClientMeters(Clients clients, Library library, Learned learned) {
    this.clients = clients;
    this.library = library;
    this.learned = learned;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (String client : clients.names()) {
      HandshakeMeters.registerCounters(registry, client);
      Tags all = Tags.of("client", client);
      lanes(registry, all.and("state", "leased"), client, LaneCounts::leased);
      lanes(registry, all.and("state", "free"), client, LaneCounts::free);
      counter(registry, all, client, "reprise.tls.lane.creations", LaneCounts::made);
      counter(registry, all, client, "reprise.tls.lane.drops", LaneCounts::dropped);
      gauge(
          registry,
          "reprise.tls.preconnections",
          "Preconnected connections that wait to be used",
          all,
          () -> made(client, Double.NaN, made -> made.socketFactory().readyPreconnections()));
      Stream.of(Preparation.values(), PreconnectionOutcome.values(), Learned.Skipped.values())
          .flatMap(Arrays::stream)
          .filter(outcome -> outcome != PreconnectionOutcome.FAILED)
          .forEach(outcome -> learned(registry, all, client, outcome));
      if (library.isApache()) {
        Tags pool = Tags.of("httpclient", client);
        Tags free = pool.and("state", "available");
        pool(registry, client, "total.max", pool, "max");
        pool(registry, client, "total.connections", free, "available");
        pool(registry, client, "total.connections", pool.and("state", "leased"), "leased");
        pool(registry, client, "total.pending", pool, "pending");
        pool(registry, client, "route.max.default", pool, "maxPerRoute");
      }
    }
  }

  @Override
  public synchronized void destroy() {
    removals.forEach(Runnable::run);
    removals.clear();
  }

  private synchronized void bound(MeterRegistry registry, Meter meter) {
    removals.add(() -> registry.remove(meter));
  }

  private void gauge(
      MeterRegistry registry, String name, String about, Tags tags, Supplier<Number> figure) {
    bound(registry, Gauge.builder(name, figure).description(about).tags(tags).register(registry));
  }

  private void lanes(
      MeterRegistry registry, Tags tags, String client, ToLongFunction<LaneCounts> count) {
    gauge(
        registry,
        "reprise.tls.lanes",
        "Lanes, each with the last TLS session of its own",
        tags,
        () -> made(client, Double.NaN, made -> count.applyAsLong(made.laneCounts())));
  }

  private void pool(MeterRegistry registry, String client, String name, Tags tags, String figure) {
    gauge(
        registry,
        "httpcomponents.httpclient.pool." + name,
        "Connections of HttpClient's pool",
        tags,
        () -> {
          Map<String, Integer> pool = clients.pool(client);
          return pool == null ? Double.NaN : pool.get(figure);
        });
  }

  private void counter(
      MeterRegistry registry,
      Tags tags,
      String client,
      String name,
      ToLongFunction<LaneCounts> count) {
    bound(
        registry,
        FunctionCounter.builder(
                name,
                this,
                self -> self.made(client, 0, made -> count.applyAsLong(made.laneCounts())))
            .description("Lanes made or dropped since the client was made")
            .tags(tags)
            .register(registry));
  }

  private void learned(MeterRegistry registry, Tags tags, String client, Enum<?> outcome) {
    bound(
        registry,
        FunctionCounter.builder(
                "reprise.tls.preconnection.learned",
                learned,
                counted -> counted.count(client, outcome))
            .description("What came of requests that were likely to lead to a connection")
            .tags(tags.and("outcome", FailureCause.spelled(outcome)))
            .register(registry));
  }

  private double made(String client, double otherwise, ToDoubleFunction<RepriseClient> figure) {
    RepriseClient made = clients.made(client);
    return made == null ? otherwise : figure.applyAsDouble(made);
  }
}
