package dev.reprise.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios in which the trial has found a defect, in their simplest form. */
class FoundTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "provider=bcjsse name=other-address",
        "client=urlconnection provider=conscrypt name=wildcard-partial",
        "route=tls-tunnel proxy-fault=other-name provider=bcjsse",
        "provider=conscrypt source=supplier login=wrong calls=4",
        "route=tls-tunnel provider=conscrypt name=other",
        "route=tls-tunnel proxy-login=lacking provider=bcjsse",
        "client=httpclient5 method=post-expecting fault=close-after-handshake",
        "client=httpclient5 framing=no-content method=post-expecting fault=truncate-head"
      })
  void whatWasFoundIsFixed(String scenario) throws Exception {
    assertThat(Comparison.of(Scenario.parse(scenario), Side.REPRISE).unwanted).isEmpty();
  }
}
