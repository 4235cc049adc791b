package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.PreconnectionOutcome;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** HttpClient has preconnected connections without more, and they end with it. */
class PreconnectionsTest {

  @RegisterExtension final Clients clients = new Clients();

  @ParameterizedTest
  @MethodSource("dev.reprise.httpclient.Library#all")
  void callsHaveThem(Library library) throws Exception {
    TlsPeer peer = clients.peer("TLSv1.3");
    Client client =
        clients.with(
            library,
            clients
                .trusting()
                .closeTimeout(Recorded.LONG_WAIT)
                .maxPreconnectionsPerPeer(2)
                .preconnectionLifetime(Duration.ofSeconds(60)),
            setup -> {});
    int calls = 0;
    // They are opened by calls alone, so that nothing is waited for between them.
    while (calls < 1000 && count(client, PreconnectionOutcome.USED) <= 10) {
      assertThat(client.post(peer.url(), "ping")).isEqualTo(TlsPeer.BODY);
      calls++;
    }
    assertThat(count(client, PreconnectionOutcome.USED)).isGreaterThan(10);
    assertThat(peer.requests()).isEqualTo(calls);
    assertThat(peer.resets()).isZero();
    Eventually.holds(() -> client.sockets.readyPreconnections() > 0);
    client.close();
    if (library == Library.HTTPCLIENT5) {
      // Its manager is HttpClient's, which does not tell the factory that it was closed.
      client.sockets.closePreconnections();
    }
    // One that reads its ticket just then tells of its end by itself.
    Eventually.holds(
        () ->
            client.sockets.readyPreconnections() == 0
                && count(client, PreconnectionOutcome.DROPPED) > 0);
  }

  private static long count(Client client, PreconnectionOutcome outcome) {
    return client.statistics.total().preconnections().get(outcome);
  }
}
