package dev.reprise.spring;

import static dev.reprise.spring.Contexts.runner;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Who does not call through Reprise is told of when the context is up. */
@ExtendWith(OutputCaptureExtension.class)
class UnservedTest {

  @Test
  void settingsOfTheJvmThatNobodyLooksAt(CapturedOutput output) {
    runner()
        .withSystemProperties("javax.net.ssl.keyStore=/etc/key.p12", "https.proxyHost=proxy")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output)
        .contains(
            "The system property javax.net.ssl.keyStore is set, but client default does not use it."
                + " Set reprise.ssl.key-store")
        .contains("Set reprise.proxy.host");
  }
}
