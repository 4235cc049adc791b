package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.TlsStatistics;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;

/** A provider that keeps connections, and wants a client certificate. */
public final class KeptCases implements Cases {

  @Override
  public Map<String, Case> byName() {
    return Map.of("client certificate with keep-alive", this::kept);
  }

  /** All calls go over one connection, though it has a principal of its own. */
  private void kept(Trial trial) throws Exception {
    String[] properties =
        trial.trusting(
            "reprise.ssl.key-store=" + trial.provider().clientKey(),
            "reprise.ssl.key-store-password=" + Provider.PASSWORD);
    try (ConfigurableApplicationContext context = trial.start(properties)) {
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      Counts seen = Counts.of(context.getBean(TlsStatistics.class).total());
      Counts server = trial.serverCounts(seen);
      assertThat(server.requests()).as("requests by the server's count").isEqualTo(Trial.CALLS);
      assertThat(seen.full()).as("full handshakes by the client's count").isEqualTo(1);
      assertThat(seen.resumed()).as("resumed by the client's count").isZero();
    }
  }
}
