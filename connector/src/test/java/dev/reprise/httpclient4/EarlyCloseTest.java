package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Test;

/** Closing waits for the peer, which must not happen within HttpClient's monitors. */
class EarlyCloseTest {

  private final Certificates certificates = new Certificates();
  private final List<String> closers = new CopyOnWriteArrayList<>();

  @Test
  void theConnectionIsClosedWithTheBodyAndOutsideOfHttpClientsRelease() throws Exception {
    TlsListener listener =
        new TlsListener() {
          @Override
          public void closed(ConnectionClosed event) {
            closers.add(
                StackWalker.getInstance()
                    .walk(
                        frames ->
                            event.outcome()
                                + " "
                                + frames
                                    .map(StackWalker.StackFrame::getClassName)
                                    .collect(Collectors.joining(" "))));
          }
        };
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(
                    ResumingConnectionManager.builder()
                        .tls(
                            TlsSettings.builder()
                                .trustManagers(certificates.trustManagers())
                                .closeWait(Duration.ofSeconds(20))
                                .addListener(listener)
                                .build())
                        .build())
                .build()) {
      try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
        assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(TlsPeer.BODY);
      }
      try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
        response.getEntity().getContent().close();
      }
    }
    assertThat(closers)
        .hasSize(2)
        .allMatch(closer -> closer.startsWith("CLOSE_NOTIFY "))
        .noneMatch(closer -> closer.contains("ConnectionHolder"));
  }
}
