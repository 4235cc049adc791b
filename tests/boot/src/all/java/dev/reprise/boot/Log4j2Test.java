package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** Log4j 2 in the place of Logback, and the bridge of System.Logger to it. */
class Log4j2Test extends Applications {

  Log4j2Test() {
    super(KNOWN);
  }

  @Test
  void debugLinesAreInTheLog(@TempDir Path directory) throws Exception {
    assertThat(LoggerFactory.getILoggerFactory().getClass().getName())
        .startsWith("org.apache.logging.");
    Path log = directory.resolve("application.log");
    try (ConfigurableApplicationContext context =
        start("logging.level.dev.reprise.tls=debug", "logging.file.name=" + log)) {
      Soap.call(provider, context);
      assertResumed(context);
    }
    assertThat(Files.readAllLines(log))
        .filteredOn(line -> line.contains("DEBUG") && line.contains("default, "))
        .hasSizeGreaterThanOrEqualTo(2 * CALLS);
  }
}
