package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.AlertPeer;
import dev.reprise.testkit.AlertPeer.Ending;
import dev.reprise.testkit.TlsPeer;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which alerts a close sends, as the peer decrypts them. */
class AlertTest extends TlsTest {

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
          factory(trusting().closeTimeout(Duration.ofMillis(Math.round(1000 * closeTimeout))));
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
      try (ResumingSslSocket socket = connect(factory(), peer.port())) {
        socket.startHandshake();
      }
      assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anEndOfWritingSendsCloseNotifyOnce(String protocol) throws Exception {
    try (AlertPeer peer = peer(protocol, Ending.KEEP_ALIVE)) {
      try (Socket socket = connect(factory(), peer.port())) {
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
      try (ResumingSslSocket socket = connect(factory(), peer.port())) {
        Exchange.over(socket);
        socket.abort();
      }
      assertThat(peer.alertsOfNextConnection()).isEmpty();
    }
  }

  /** The witness that more than one alert would be seen: which ones depends on the JDK. */
  @Test
  void theAlertsOfTheStockSocketAreSeen() throws Exception {
    try (AlertPeer peer = peer("TLSv1.3", Ending.KEEP_ALIVE)) {
      try (Socket socket = stock().getSocketFactory().createSocket("localhost", peer.port())) {
        Exchange.over(socket);
        socket.setSoTimeout(100);
      }
      assertThat(peer.alertsOfNextConnection()).contains("close_notify");
    }
  }
}
