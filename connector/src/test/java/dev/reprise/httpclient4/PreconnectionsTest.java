package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.time.Duration;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** HttpClient has preconnected connections without more, and they end with it. */
class PreconnectionsTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();

  @Test
  void callsHaveThemAndTheShutdownEndsThem() throws Exception {
    TlsStatistics statistics = new TlsStatistics();
    ResumingConnectionManager manager =
        ResumingConnectionManager.builder()
            .tls(
                TlsSettings.builder()
                    .trustManagers(certificates.trustManagers())
                    .maxPreconnectionsPerPeer(2)
                    .preconnectionLifetime(Duration.ofSeconds(60))
                    .addListener(statistics)
                    .build())
            .build();
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        CloseableHttpClient client =
            HttpClients.custom().setConnectionManager(manager).disableAutomaticRetries().build()) {
      int calls = 0;
      // They are opened by calls alone, so that nothing is waited for between them.
      while (calls < 1000
          && statistics.total().preconnections().get(PreconnectionOutcome.USED) <= 10) {
        HttpPost post = new HttpPost(peer.url());
        post.setEntity(new StringEntity("ping"));
        try (CloseableHttpResponse response = client.execute(post)) {
          assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(TlsPeer.BODY);
        }
        calls++;
      }
      assertThat(statistics.total().preconnections().get(PreconnectionOutcome.USED))
          .isGreaterThan(10);
      assertThat(peer.requests()).isEqualTo(calls);
      Eventually.holds(() -> manager.socketFactory().readyPreconnections() > 0);
      client.close();
      Eventually.holds(() -> manager.socketFactory().readyPreconnections() == 0);
      assertThat(statistics.total().preconnections().get(PreconnectionOutcome.DROPPED))
          .isPositive();
    }
  }
}
