package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections opened ahead of need. */
class SparesTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final TlsStatistics statistics = new TlsStatistics();
  private ResumingSslSocketFactory factory;

  private ResumingSslSocketFactory factory(int spares) {
    factory =
        new ResumingSslSocketFactory(
            TlsSettings.builder()
                .trustManagers(certificates.trustManagers())
                .maxSparesPerPeer(spares)
                .addListener(statistics)
                .build());
    nothingLeftOver.watchLeases(() -> factory.laneCounts().leased());
    return factory;
  }

  @AfterEach
  void close() {
    factory.closeSpares();
  }

  private long spares(SpareOutcome outcome) {
    return statistics.total().spares().get(outcome);
  }

  static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("what is waited for does not come").isNegative();
      Thread.sleep(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void callsThatFollowEachOtherHaveSpares(String protocol) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, protocol)) {
      ResumingSslSocketFactory sockets = factory(4);
      for (int i = 0; i < 40; i++) {
        assertThat(Exchange.once(sockets, peer.port())).isEqualTo(TlsPeer.BODY);
        long calls = i;
        await(() -> calls < 3 || statistics.total().sparesOpened() > spares(SpareOutcome.USED));
      }
      assertThat(spares(SpareOutcome.USED)).isBetween(30L, 39L);
      sockets.closeSpares();
      await(() -> peer.connections() == peer.handshakes());
      System.out.println(statistics.total() + " " + peer.fullHandshakes());
      assertThat(spares(SpareOutcome.ENDED_BY_PEER)).isZero();
      assertThat(statistics.total().resumed() + statistics.total().full())
          .isEqualTo(peer.handshakes());
    }
  }
}
