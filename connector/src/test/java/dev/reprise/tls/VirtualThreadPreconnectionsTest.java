package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Preconnected connections and virtual threads, whose carriers are left over, which is no matter
 * here.
 */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadPreconnectionsTest {

  private static final int CALLERS = 100;

  private final Certificates certificates = new Certificates();
  private final TlsStatistics statistics = new TlsStatistics();
  private final Recorder recorder = new Recorder();
  private final ResumingSslSocketFactory factory =
      new ResumingSslSocketFactory(
          TlsSettings.builder()
              .trustManagers(certificates.trustManagers())
              .maxPreconnectionsPerPeer(8)
              .addListener(statistics)
              .addListener(recorder)
              .build());
  private ExecutorService threads;

  @BeforeEach
  void makeThreads() throws ReflectiveOperationException {
    threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  @AfterEach
  void closeAll() {
    factory.closePreconnections();
    threads.shutdownNow();
  }

  @Test
  void virtualThreadsHavePreconnections() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      Callable<Void> calls =
          () -> {
            Exchange.times(5, factory, peer.port());
            return null;
          };
      for (Future<Void> called : threads.invokeAll(Collections.nCopies(CALLERS, calls))) {
        called.get();
      }
      assertThat(peer.requests()).isEqualTo(5 * CALLERS);
      assertThat(statistics.total().preconnections().get(PreconnectionOutcome.USED)).isPositive();
    }
  }

  /** The interrupt closes the socket of a virtual thread, which is not the peer's doing. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCallThatIsInterruptedBlamesNobody(boolean beforeItIsSent) throws Exception {
    AtomicBoolean stalls = new AtomicBoolean();
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    ScriptedPeer.Script script =
        tls -> {
          if (ScriptedPeer.readRequest(tls) && stalls.get()) {
            asked.countDown();
            over.await();
          }
          tls.getOutputStream().write(ScriptedPeer.response());
        };
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script, "TLSv1.3")) {
      WaitingPreconnection.callFor(factory, peer.port());
      stalls.set(true);
      Future<String> response =
          threads.submit(
              () -> {
                try (ResumingSslSocket socket =
                    (ResumingSslSocket) factory.createSocket("localhost", peer.port())) {
                  socket.startHandshake();
                  if (beforeItIsSent) {
                    while (socket.channel().isBeingRead()) {
                      Thread.onSpinWait();
                    }
                    Thread.currentThread().interrupt();
                  }
                  return Exchange.over(socket);
                }
              });
      if (!beforeItIsSent) {
        asked.await();
        response.cancel(true);
      }
      Eventually.holds(() -> statistics.total().closes().get(CloseOutcome.ABORTED) > 0);
      assertThat(recorder.pauses).isEmpty();
    } finally {
      over.countDown();
    }
  }
}
