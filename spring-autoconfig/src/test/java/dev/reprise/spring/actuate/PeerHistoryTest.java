package dev.reprise.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.reprise.tls.HandshakeFailed;
import dev.reprise.tls.Peer;
import dev.reprise.tls.TlsListener;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** For how long failures count. */
class PeerHistoryTest {

  private final Clock clock = mock(Clock.class);
  private final Instant noon = Instant.parse("2026-11-22T12:00:00Z");

  @Test
  void failuresAreForgottenWhenTheyAreOld() {
    PeerHistory history = new PeerHistory(Duration.ofMinutes(5), clock);
    TlsListener listener = history.of("bank");
    HandshakeFailed failed = mock(HandshakeFailed.class);
    when(failed.peer()).thenReturn(Peer.of("bank.example", 443));
    when(failed.cause()).thenReturn(new IOException("no"));
    when(clock.instant()).thenReturn(noon);
    for (int i = 0; i < 3; i++) {
      listener.handshakeFailed(failed);
    }
    when(clock.instant()).thenReturn(noon.plusSeconds(299));
    assertThat(history.lasting()).containsKey("bank bank.example:443");
    when(clock.instant()).thenReturn(noon.plusSeconds(301));
    assertThat(history.lasting()).isEmpty();
    listener.handshakeFailed(failed);
    assertThat(history.lasting()).containsKey("bank bank.example:443");
  }
}
