package dev.reprise.spring.actuate;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.tls.Clients;
import dev.reprise.tls.LaneCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToLongFunction;
import org.springframework.beans.factory.DisposableBean;

/** The lanes and spares of every client. Looks at clients that have been made, and makes none. */
final class LaneMeters implements MeterBinder, DisposableBean {

  private final Clients clients;
  private final BoundMeters bound = new BoundMeters();

  LaneMeters(Clients clients) {
    this.clients = clients;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (String client : clients.names()) {
      gauge(registry, client, "leased", LaneCounts::leased);
      gauge(registry, client, "free", LaneCounts::free);
      counter(registry, client, "made", LaneCounts::made);
      counter(registry, client, "dropped", LaneCounts::dropped);
      bound.add(
          registry,
          Gauge.builder(
                  "reprise.tls.spares.ready",
                  () -> of(client, c -> c.socketFactory().readySpares()))
              .description("Spares that wait to be used")
              .tag("client", client)
              .register(registry));
    }
  }

  @Override
  public void destroy() {
    bound.remove();
  }

  private void gauge(
      MeterRegistry registry, String client, String state, ToLongFunction<LaneCounts> count) {
    bound.add(
        registry,
        Gauge.builder("reprise.tls.lanes", () -> count(client, count))
            .description("Lanes, each with the last TLS session of its own")
            .tags("client", client, "state", state)
            .register(registry));
  }

  private void counter(
      MeterRegistry registry, String client, String what, ToLongFunction<LaneCounts> count) {
    bound.add(
        registry,
        FunctionCounter.builder(
                "reprise.tls.lanes." + what, this, self -> self.count(client, count))
            .description("Lanes " + what + " since the client was")
            .tag("client", client)
            .register(registry));
  }

  private double count(String client, ToLongFunction<LaneCounts> count) {
    return of(client, made -> count.applyAsLong(made.laneCounts()));
  }

  private double of(String client, ToLongFunction<RepriseClient> figure) {
    RepriseClient made = clients.made(client, RepriseClient.class);
    return made == null ? Double.NaN : figure.applyAsLong(made);
  }
}
