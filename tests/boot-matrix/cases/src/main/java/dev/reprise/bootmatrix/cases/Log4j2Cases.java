package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** Boot with its Log4j 2 starter in the place of Logback. */
public final class Log4j2Cases implements Cases {

  @Override
  public Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("log lines with Log4j 2", this::logs);
    return cases;
  }

  private void logs(Trial trial) throws Exception {
    assertThat(LoggerFactory.getILoggerFactory().getClass().getName())
        .startsWith("org.apache.logging.");
    PrintStream out = System.out;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
    try (ConfigurableApplicationContext context =
        trial.start("logging.level.dev.reprise.tls=debug")) {
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      trial.assertResumed(context);
    } finally {
      System.setOut(out);
    }
    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("dev.reprise.tls")
        .containsPattern("default: [^\\n]*: handshake");
  }
}
