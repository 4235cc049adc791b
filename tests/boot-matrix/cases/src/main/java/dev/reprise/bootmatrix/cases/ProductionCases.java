package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.json.JSONObject;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ReflectionUtils;

/** What operators see, where the actuator is on the class path. */
public final class ProductionCases implements Cases {

  private static final String HEALTH = "repriseHealthIndicator";

  @Override
  public Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("metrics", this::metrics);
    cases.put("actuator endpoint", this::endpoint);
    cases.put("health is off by default", this::health);
    return cases;
  }

  private void metrics(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start(trial.trusting())) {
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      MeterRegistry registry = context.getBean(MeterRegistry.class);
      assertThat(handshakes(registry, "full")).isEqualTo(1);
      assertThat(handshakes(registry, "resumed")).isEqualTo(Trial.CALLS - 1);
      assertThat(registry.get("reprise.tls.closes").timers().stream().mapToLong(Timer::count).sum())
          .as("closes of any outcome")
          .isEqualTo(Trial.CALLS);
      assertThat(registry.get("httpcomponents.httpclient.pool.total.max").gauge().value())
          .isEqualTo(100);
      trial.assertResumed(context);
    }
  }

  private static long handshakes(MeterRegistry registry, String outcome) {
    return registry.get("reprise.tls.handshakes").tag("outcome", outcome).timer().count();
  }

  private void endpoint(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context =
        trial.start(trial.trusting("management.endpoints.web.exposure.include=reprise"))) {
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      JSONObject told = new JSONObject(clients(context));
      trial.note("endpoint", told);
      String peer = URI.create(trial.provider().soapUrl()).getAuthority();
      Object full = told.query("/clients/default/peers/" + peer + "/handshakes/full");
      Object resumed = told.query("/clients/default/peers/" + peer + "/handshakes/resumed");
      assertThat(full).hasToString("1");
      assertThat(resumed).hasToString(String.valueOf(Trial.CALLS - 1));
      trial.assertResumed(context);
    }
  }

  /** Asked as the actuator asks, for the endpoint's type is no part of the API. */
  private static Map<?, ?> clients(ConfigurableApplicationContext context) {
    Object endpoint = context.getBean("repriseEndpoint");
    Method clients = ReflectionUtils.findMethod(endpoint.getClass(), "clients");
    ReflectionUtils.makeAccessible(clients);
    return (Map<?, ?>) ReflectionUtils.invokeMethod(clients, endpoint);
  }

  private void health(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      assertThat(context.containsBean(HEALTH)).isFalse();
    }
    try (ConfigurableApplicationContext context =
        trial.start("management.health.reprise.enabled=true")) {
      assertThat(context.containsBean(HEALTH)).isTrue();
    }
  }
}
