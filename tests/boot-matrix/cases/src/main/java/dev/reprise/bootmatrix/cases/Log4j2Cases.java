package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** Boot with its Log4j 2 starter in the place of Logback. */
public final class Log4j2Cases implements Cases {

  @Override
  public Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("calls with Log4j 2", this::calls);
    return cases;
  }

  private void calls(Trial trial) throws Exception {
    assertThat(LoggerFactory.getILoggerFactory().getClass().getName())
        .startsWith("org.apache.logging.");
    try (ConfigurableApplicationContext context =
        trial.start("logging.level.dev.reprise.tls=debug")) {
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      trial.assertResumed(context);
    }
  }
}
