package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** Boot with Log4j 2 in the place of Logback, and the bridge of System.Logger to it. */
public final class Log4j2Cases implements Cases {

  @Override
  public Map<String, Case> byName() {
    return Map.of("Log4j 2", this::calls);
  }

  private void calls(Trial trial) throws Exception {
    assertThat(LoggerFactory.getILoggerFactory().getClass().getName())
        .startsWith("org.apache.logging.");
    Path log = Files.createTempFile("application", ".log");
    try (ConfigurableApplicationContext context =
        trial.start("logging.level.dev.reprise.tls=debug", "logging.file.name=" + log)) {
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      trial.assertResumed(context);
      assertThat(Files.readAllLines(log))
          .as("lines of the log")
          .filteredOn(line -> line.contains("DEBUG") && line.contains("default, "))
          .hasSizeGreaterThanOrEqualTo(2 * Trial.CALLS);
    } finally {
      Files.delete(log);
    }
  }
}
