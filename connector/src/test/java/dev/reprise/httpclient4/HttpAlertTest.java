package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.AlertPeer;
import dev.reprise.testkit.AlertPeer.Ending;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which alerts HttpClient's connections end with, as the peer decrypts them. */
class HttpAlertTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private ResumingConnectionManager manager;
  private CloseableHttpClient client;

  private void start(Duration closeTimeout) {
    manager = ResumingConnectionManager.builder().tls(settings(closeTimeout)).build();
    client = HttpClients.custom().setConnectionManager(manager).disableAutomaticRetries().build();
  }

  private TlsSettings settings(Duration closeTimeout) {
    return TlsSettings.builder()
        .trustManagers(certificates.trustManagers())
        .closeTimeout(closeTimeout)
        .build();
  }

  private AlertPeer peer(String protocol, Ending ending) throws IOException {
    return new AlertPeer(certificates.rsaServer(), protocol, ending);
  }

  private void get(AlertPeer peer) throws IOException {
    try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
      assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(TlsPeer.BODY);
    }
  }

  @AfterEach
  void closeTheClient() throws IOException {
    client.close();
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2, CLOSE_NOTIFY, 20000",
    "TLSv1.3, CLOSE_NOTIFY, 20000",
    "TLSv1.2, HOLD_OPEN, 5",
    "TLSv1.3, HOLD_OPEN, 5"
  })
  void aResponseThatAnnouncesClose(String protocol, Ending ending, int closeTimeout)
      throws Exception {
    try (AlertPeer peer = peer(protocol, ending)) {
      start(Duration.ofMillis(closeTimeout));
      for (int i = 0; i < 3; i++) {
        get(peer);
        assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
      }
    }
  }

  private enum End {
    IDLE,
    RELOAD,
    CLIENT_CLOSED
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2, IDLE",
    "TLSv1.3, IDLE",
    "TLSv1.2, RELOAD",
    "TLSv1.3, RELOAD",
    "TLSv1.2, CLIENT_CLOSED",
    "TLSv1.3, CLIENT_CLOSED"
  })
  void anIdleConnectionOfThePool(String protocol, End end) throws Exception {
    try (AlertPeer peer = peer(protocol, Ending.KEEP_ALIVE)) {
      start(Duration.ofSeconds(20));
      get(peer);
      get(peer);
      switch (end) {
        case IDLE:
          manager.closeIdleConnections(0, TimeUnit.MILLISECONDS);
          break;
        case RELOAD:
          manager.reloadTls(settings(Duration.ZERO));
          break;
        case CLIENT_CLOSED:
          client.close();
          break;
      }
      assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anAbortedRequestSendsNone(String protocol) throws Exception {
    try (AlertPeer peer = peer(protocol, Ending.KEEP_ALIVE)) {
      start(Duration.ofSeconds(20));
      HttpGet request = new HttpGet(peer.url());
      try (CloseableHttpResponse response = client.execute(request)) {
        assertThat(response.getStatusLine().getStatusCode()).isEqualTo(200);
        request.abort();
      }
      assertThat(peer.alertsOfNextConnection()).isEmpty();
    }
  }
}
