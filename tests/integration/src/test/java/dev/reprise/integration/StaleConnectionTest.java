package dev.reprise.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.PeerFault;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With {@code Duration.ZERO} a pooled connection is checked whenever it is used again. */
@Tag("each-httpclient")
class StaleConnectionTest {

  @RegisterExtension final Callers callers = new Callers();

  private final Certificates certificates = new Certificates();

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void oneThatPassesTheCheckIsReusedAndOneThatEndedIsReplaced(String protocol) throws Exception {
    TlsPeer peer =
        callers.closing(TlsPeer.start(certificates, protocol).misbehave(PeerFault.KEEP_ALIVE));
    TestProxy proxy = callers.closing(new TestProxy(TestProxy.Refusal.NONE));
    Caller caller =
        callers.with(
            TlsSettings.builder().trustManagers(certificates.trustManagers()),
            pool -> pool.validateAfterInactivity(Duration.ZERO),
            http -> http.setProxy(proxy.host()));
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(caller.handshakes).hasSize(1);

    proxy.hangUp();
    letTheClockMove();
    assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    assertThat(caller.statistics.total().resumed()).isEqualTo(1);
    assertThat(caller.available()).isEqualTo(1);
  }

  /** HttpClient reckons in milliseconds. */
  private static void letTheClockMove() {
    long start = System.currentTimeMillis();
    while (System.currentTimeMillis() - start < 2) {
      Thread.onSpinWait();
    }
  }
}
