package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.AlertPeer;
import dev.reprise.testkit.AlertPeer.Ending;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which alerts HttpClient's connections end with, as the peer decrypts them. */
@ParameterizedClass
@MethodSource("dev.reprise.httpclient.Library#withProtocols")
class HttpAlertTest {

  @RegisterExtension final Clients clients = new Clients();

  @Parameter(0)
  Library library;

  @Parameter(1)
  String protocol;

  private AlertPeer peer(Ending ending) throws IOException {
    return clients.closing(new AlertPeer(clients.certificates().rsaServer(), protocol, ending));
  }

  @ParameterizedTest
  @CsvSource({"CLOSE_NOTIFY, 20000", "HOLD_OPEN, 5"})
  void aResponseThatAnnouncesClose(Ending ending, int closeTimeout) throws Exception {
    AlertPeer peer = peer(ending);
    Client client =
        clients.with(
            library, clients.trusting().closeTimeout(Duration.ofMillis(closeTimeout)), setup -> {});
    for (int i = 0; i < 3; i++) {
      assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
      assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
    }
  }

  private enum End {
    IDLE,
    RELOAD,
    CLIENT_CLOSED
  }

  @ParameterizedTest
  @EnumSource
  void anIdleConnectionOfThePool(End end) throws Exception {
    AlertPeer peer = peer(Ending.KEEP_ALIVE);
    Client client = clients.with(library, setup -> {});
    assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
    assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
    switch (end) {
      case IDLE:
        client.closeIdle();
        break;
      case RELOAD:
        client.reload(clients.trusting().closeTimeout(Duration.ZERO));
        break;
      case CLIENT_CLOSED:
        client.close();
        break;
    }
    assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
  }

  @Test
  void anAbortedRequestSendsNone() throws Exception {
    AlertPeer peer = peer(Ending.KEEP_ALIVE);
    Call call = Call.get(peer.url());
    clients
        .with(library, setup -> {})
        .execute(
            call,
            (status, body) -> {
              call.abort();
              return status;
            });
    assertThat(peer.alertsOfNextConnection()).isEmpty();
  }
}
