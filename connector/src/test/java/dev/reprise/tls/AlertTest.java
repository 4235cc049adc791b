package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.AlertPeer;
import dev.reprise.testkit.AlertPeer.Ending;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which alerts a close sends, as the peer decrypts them. */
class AlertTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();

  private ResumingSslSocketFactory factory(Duration closeTimeout) {
    ResumingSslSocketFactory factory =
        new ResumingSslSocketFactory(
            TlsSettings.builder()
                .trustManagers(certificates.trustManagers())
                .closeTimeout(closeTimeout)
                .build());
    nothingLeftOver.watchLeases(() -> factory.laneCounts().leased());
    return factory;
  }

  private AlertPeer peer(String protocol, Ending ending) throws Exception {
    return new AlertPeer(certificates.rsaServer(), protocol, ending);
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2, CLOSE_NOTIFY, 20",
    "TLSv1.3, CLOSE_NOTIFY, 20",
    "TLSv1.2, HOLD_OPEN, 0.005",
    "TLSv1.3, HOLD_OPEN, 0.005",
    "TLSv1.2, KEEP_ALIVE, 0",
    "TLSv1.3, KEEP_ALIVE, 0"
  })
  void aCloseSendsCloseNotifyAndNothingElse(String protocol, Ending ending, double closeTimeout)
      throws Exception {
    try (AlertPeer peer = peer(protocol, ending)) {
      ResumingSslSocketFactory factory =
          factory(Duration.ofMillis(Math.round(1000 * closeTimeout)));
      for (int i = 0; i < 3; i++) {
        try (Socket socket = factory.createSocket("localhost", peer.port())) {
          assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
        }
        assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aCloseWithoutARequestSendsCloseNotify(String protocol) throws Exception {
    try (AlertPeer peer = peer(protocol, Ending.KEEP_ALIVE)) {
      try (ResumingSslSocket socket =
          (ResumingSslSocket)
              factory(Duration.ofSeconds(20)).createSocket("localhost", peer.port())) {
        socket.startHandshake();
      }
      assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anEndOfWritingSendsCloseNotifyOnce(String protocol) throws Exception {
    try (AlertPeer peer = peer(protocol, Ending.KEEP_ALIVE)) {
      try (Socket socket = factory(Duration.ZERO).createSocket("localhost", peer.port())) {
        Exchange.over(socket);
        socket.shutdownOutput();
      }
      assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anAbortSendsNoAlert(String protocol) throws Exception {
    try (AlertPeer peer = peer(protocol, Ending.KEEP_ALIVE)) {
      try (ResumingSslSocket socket =
          (ResumingSslSocket)
              factory(Duration.ofSeconds(20)).createSocket("localhost", peer.port())) {
        Exchange.over(socket);
        socket.abort();
      }
      assertThat(peer.alertsOfNextConnection()).isEmpty();
    }
  }

  /** The witness that more than one alert would be seen: which ones depends on the JDK. */
  @Test
  void theAlertsOfTheStockSocketAreSeen() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, certificates.trustManagers(), null);
    try (AlertPeer peer = peer("TLSv1.3", Ending.KEEP_ALIVE)) {
      try (Socket socket = context.getSocketFactory().createSocket("localhost", peer.port())) {
        Exchange.over(socket);
        socket.setSoTimeout(100);
      }
      assertThat(peer.alertsOfNextConnection()).contains("close_notify");
    }
  }
}
