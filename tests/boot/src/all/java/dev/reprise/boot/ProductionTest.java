package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Eventually;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.util.ReflectionTestUtils;

/** What operators see, where the actuator is on the class path. */
class ProductionTest extends Applications {

  ProductionTest() {
    super(STRANGER);
  }

  @Test
  void metersCount() {
    try (ConfigurableApplicationContext context = start(trusting())) {
      Soap.call(provider, context);
      MeterRegistry registry = context.getBean(MeterRegistry.class);
      assertThat(handshakes(registry, "full")).isEqualTo(1);
      assertThat(handshakes(registry, "resumed")).isEqualTo(CALLS - 1);
      Eventually.holds(() -> closes(registry) == CALLS, () -> closes(registry));
      assertThat(registry.get("httpcomponents.httpclient.pool.total.max").gauge().value())
          .isEqualTo(100);
      assertResumed(context);
    }
  }

  private static long closes(MeterRegistry registry) {
    return registry.get("reprise.tls.closes").timers().stream().mapToLong(Timer::count).sum();
  }

  private static long handshakes(MeterRegistry registry, String outcome) {
    return registry.get("reprise.tls.handshakes").tag("outcome", outcome).timer().count();
  }

  /** Asked as the actuator asks, for the endpoint's type is no part of the API. */
  @Test
  void theEndpointTells() {
    try (ConfigurableApplicationContext context =
        start(trusting("management.endpoints.web.exposure.include=reprise"))) {
      Soap.call(provider, context);
      Map<String, Object> told =
          ReflectionTestUtils.invokeMethod(context.getBean("repriseEndpoint"), "client", "default");
      assertThat(told).isNotNull();
      assertThat(told.get("peers").toString())
          .contains(provider.uri().getAuthority() + "={handshakes={resumed=4, full=1, failed=0}");
      assertResumed(context);
    }
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void aBadValueIsReportedWithAction(CapturedOutput output) {
    assertThatThrownBy(() -> start("reprise.read-timeout=-1s"))
        .hasStackTraceContaining("reprise.read-timeout: -1s is not within 1ms to 1d");
    assertThat(output)
        .contains("The property reprise.read-timeout cannot be used: -1s is not within 1ms to 1d.")
        .containsPattern("Action:\\s+Give a value that is supported, or leave the property out\\.");
  }
}
