package dev.reprise.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.tls.HandshakeFailed;
import dev.reprise.tls.Peer;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** For how long failures count. */
class PeerHealthTest {

  private final Clock clock = mock(Clock.class);

  @Test
  void failuresAreForgottenWhenTheyAreOld() {
    TlsStatistics statistics = new TlsStatistics();
    RepriseClient client = mock(RepriseClient.class);
    RepriseClients clients = mock(RepriseClients.class);
    when(clients.names()).thenReturn(Set.of("bank"));
    when(clients.get("bank")).thenReturn(client);
    when(client.statistics()).thenReturn(statistics);
    PeerHealth health = new PeerHealth(clients, clock);
    HandshakeFailed failed = mock(HandshakeFailed.class);
    when(failed.peer()).thenReturn(Peer.of("bank.example", 443));
    when(failed.cause())
        .thenReturn(new IOException("no", new IllegalStateException("what is at the bottom")));
    Instant last = Instant.now();
    when(failed.at()).thenReturn(last);
    when(clock.instant()).thenReturn(last);
    for (int i = 0; i < 3; i++) {
      assertThat(health.down()).isEmpty();
      statistics.handshakeFailed(failed);
    }
    when(clock.instant()).thenReturn(last.plusSeconds(299));
    assertThat(health.down().get("bank bank.example:443"))
        .endsWith(
            "IOException: no, caused by java.lang.IllegalStateException: what is at the bottom");
    when(clock.instant()).thenReturn(last.plusSeconds(301));
    assertThat(health.down()).isEmpty();
  }
}
