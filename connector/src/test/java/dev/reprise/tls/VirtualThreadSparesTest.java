package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Many virtual threads at a time; their carriers are left over, which is no matter here. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadSparesTest {

  private static final int CALLERS = 200;

  @Test
  void virtualThreadsHaveSpares() throws Exception {
    Certificates certificates = new Certificates();
    TlsStatistics statistics = new TlsStatistics();
    ResumingSslSocketFactory factory =
        new ResumingSslSocketFactory(
            TlsSettings.builder()
                .trustManagers(certificates.trustManagers())
                .maxSparesPerPeer(8)
                .addListener(statistics)
                .build());
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      Callable<String> calls =
          () -> {
            String last = null;
            for (int i = 0; i < 5; i++) {
              last = Exchange.once(factory, peer.port());
            }
            return last;
          };
      List<Callable<String>> callers = Collections.nCopies(CALLERS, calls);
      for (Future<String> response : threads.invokeAll(callers)) {
        assertThat(response.get()).isEqualTo(TlsPeer.BODY);
      }
      assertThat(peer.requests()).isEqualTo(5 * CALLERS);
      assertThat(statistics.total().spares().get(SpareOutcome.USED)).isPositive();
    } finally {
      factory.closeSpares();
      threads.shutdownNow();
    }
  }
}
