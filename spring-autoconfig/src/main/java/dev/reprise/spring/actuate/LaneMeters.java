package dev.reprise.spring.actuate;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.RepriseClient;
import dev.reprise.tls.LaneCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToLongFunction;
import org.springframework.beans.factory.config.SingletonBeanRegistry;
import org.springframework.core.env.Environment;

/** The lanes and spares of every client. Looks at clients that have been made, and makes none. */
final class LaneMeters implements MeterBinder {

  private final SingletonBeanRegistry beans;
  private final Environment environment;

  LaneMeters(SingletonBeanRegistry beans, Environment environment) {
    this.beans = beans;
    this.environment = environment;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (String client : ClientNames.all(environment)) {
      gauge(registry, client, "leased", LaneCounts::leased);
      gauge(registry, client, "free", LaneCounts::free);
      counter(registry, client, "made", LaneCounts::made);
      counter(registry, client, "dropped", LaneCounts::dropped);
      Gauge.builder(
              "reprise.tls.spares.ready", () -> of(client, c -> c.socketFactory().readySpares()))
          .description("Spares that wait to be used")
          .tag("client", client)
          .register(registry);
    }
  }

  private void gauge(
      MeterRegistry registry, String client, String state, ToLongFunction<LaneCounts> count) {
    Gauge.builder("reprise.tls.lanes", () -> count(client, count))
        .description("Lanes, each with the last TLS session of its own")
        .tags("client", client, "state", state)
        .register(registry);
  }

  private void counter(
      MeterRegistry registry, String client, String what, ToLongFunction<LaneCounts> count) {
    FunctionCounter.builder("reprise.tls.lanes." + what, this, self -> self.count(client, count))
        .description("Lanes " + what + " since the client was")
        .tag("client", client)
        .register(registry);
  }

  private double count(String client, ToLongFunction<LaneCounts> count) {
    return of(client, made -> count.applyAsLong(made.laneCounts()));
  }

  private double of(String client, ToLongFunction<RepriseClient> figure) {
    Object made = beans.getSingleton(ClientNames.bean(client, ClientNames.CLIENT));
    return made instanceof RepriseClient ? figure.applyAsLong((RepriseClient) made) : Double.NaN;
  }
}
