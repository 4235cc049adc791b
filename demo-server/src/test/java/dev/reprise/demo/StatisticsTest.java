package dev.reprise.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Eventually;
import java.io.IOException;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server's own count of handshakes, against clients known to resume or not to. */
class StatisticsTest {
  private static final int REQUESTS = 5;

  @ParameterizedTest
  @CsvSource({"TLSv1.2,EC", "TLSv1.3,EC", "TLSv1.2,RSA", "TLSv1.3,RSA"})
  void aContextThatIsKeptResumes(String version, KeyType keyType) throws IOException {
    try (DemoServer server = start(version, keyType)) {
      SSLContext context = server.newClientContext();
      for (int i = 0; i < REQUESTS; i++) {
        Exchange.post(server, context, "/plain");
      }

      DemoStats stats = server.stats();
      assertThat(stats.fullHandshakes()).isEqualTo(1);
      assertThat(stats.resumedHandshakes()).isEqualTo(REQUESTS - 1);
      assertThat(stats.byVersion())
          .isEqualTo(Map.of(version, new DemoStats.Handshakes(1, REQUESTS - 1)));
      assertThat(stats.connections()).isEqualTo(REQUESTS);
      assertThat(stats.requests()).isEqualTo(REQUESTS);
      assertThat(stats.failedHandshakes()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.2,EC", "TLSv1.3,EC", "TLSv1.2,RSA", "TLSv1.3,RSA"})
  void newContextsDoNotResume(String version, KeyType keyType) throws IOException {
    try (DemoServer server = start(version, keyType)) {
      for (int i = 0; i < REQUESTS; i++) {
        Exchange.post(server, server.newClientContext(), "/plain");
      }

      assertThat(server.stats().fullHandshakes()).isEqualTo(REQUESTS);
      assertThat(server.stats().resumedHandshakes()).isZero();
    }
  }

  @Test
  void aClientThatDoesNotTrustTheServerIsAFailedHandshake() throws Exception {
    try (DemoServer server = DemoServer.start()) {
      assertThatThrownBy(() -> Exchange.post(server, SSLContext.getDefault(), "/plain"))
          .isInstanceOf(SSLException.class);

      Eventually.holds(() -> server.stats().failedHandshakes() == 1);
      assertThat(server.stats().fullHandshakes()).isZero();
    }
  }

  @Test
  void servesItsCountsAndResetsThem() throws Exception {
    try (DemoServer server = start("TLSv1.3", KeyType.EC)) {
      Exchange.post(server, "/plain");

      assertThat(HttpCalls.get(server, server.baseUrl() + "/stats").body())
          .isEqualTo(
              "{\"connections\":2,\"requests\":1,\"fullHandshakes\":2,\"resumedHandshakes\":0,"
                  + "\"failedHandshakes\":0,\"byVersion\":{\"TLSv1.3\":{\"full\":2,\"resumed\":0}}}");
      HttpCalls.post(server, "/stats/reset", "");
      assertThat(server.stats()).isEqualTo(new DemoStats(0, 0, 0, 0, 0, Map.of()));
    }
  }

  @Test
  void serversCountApart() throws IOException {
    try (DemoServer one = DemoServer.start();
        DemoServer other = DemoServer.start()) {
      Exchange.post(one, "/plain");

      assertThat(one.stats().requests()).isEqualTo(1);
      assertThat(other.stats()).isEqualTo(new DemoStats(0, 0, 0, 0, 0, Map.of()));
    }
  }

  private static DemoServer start(String version, KeyType keyType) {
    return DemoServer.start(DemoOptions.builder().tlsVersions(version).keyType(keyType).build());
  }
}
