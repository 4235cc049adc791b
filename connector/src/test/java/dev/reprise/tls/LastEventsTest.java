package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.time.Instant;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** What the statistics tell of a peer's last handshake and last failure. */
class LastEventsTest {

  private final Certificates certificates = new Certificates();
  private final TlsStatistics statistics = new TlsStatistics();

  private ResumingSslSocketFactory factory(Certificates trusted) {
    return new ResumingSslSocketFactory(
        TlsSettings.builder()
            .trustManagers(trusted.trustManagers())
            .addListener(statistics)
            .build());
  }

  private PeerStatistics only() {
    return statistics.peers().values().iterator().next();
  }

  @Test
  void failuresInARowEndWithAHandshake() throws Exception {
    try (TlsPeer peer =
        new TlsPeer(
            certificates.keyManagers(certificates.server()),
            certificates.trustManagers(),
            false,
            "TLSv1.3")) {
      Instant start = Instant.now();
      ResumingSslSocketFactory distrusting = factory(new Certificates());
      for (int i = 1; i <= 2; i++) {
        assertThatThrownBy(() -> Exchange.once(distrusting, peer.port()))
            .isInstanceOf(SSLHandshakeException.class);
        assertThat(only().failuresInRow()).isEqualTo(i);
      }
      assertThat(only().lastHandshake()).isEmpty();
      TlsFailure failure = only().lastFailure().orElseThrow();
      assertThat(failure.cause()).isInstanceOf(SSLHandshakeException.class);
      assertThat(failure.at()).isBetween(start, Instant.now());
      Exchange.once(factory(certificates), peer.port());
      assertThat(only().failuresInRow()).isZero();
      assertThat(only().lastFailure()).isPresent();
      assertThat(only().lastHandshake().orElseThrow().protocol()).isEqualTo("TLSv1.3");
    }
  }

  @Test
  void aConnectionThatCannotBeMadeIsAFailureToo() {
    statistics.connectFailed(
        new ConnectFailed(Peer.of("one.example", 443), new IOException("1"), 1));
    assertThat(only().failuresInRow()).isEqualTo(1);
    assertThat(only().lastFailure().orElseThrow().cause()).hasMessage("1");
    statistics.connectFailed(
        new ConnectFailed(Peer.of("two.example", 443), new IOException("2"), 1));
    assertThat(statistics.total().failuresInRow()).isZero();
    assertThat(statistics.total().lastFailure()).isEmpty();
  }
}
