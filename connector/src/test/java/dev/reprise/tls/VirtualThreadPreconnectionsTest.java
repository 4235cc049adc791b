package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Preconnected connections and virtual threads. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadPreconnectionsTest extends TlsTest {

  private static final int CALLERS = 100;

  private final ResumingSslSocketFactory factory = factory(preconnecting(8));
  private ExecutorService virtual;

  @BeforeEach
  void makeThreads() throws ReflectiveOperationException {
    virtual =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    closing(virtual::shutdownNow);
  }

  @Test
  void virtualThreadsHavePreconnections() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    Callable<Void> calls =
        () -> {
          Exchange.times(5, factory, peer.port());
          return null;
        };
    for (Future<Void> called : virtual.invokeAll(Collections.nCopies(CALLERS, calls))) {
      called.get();
    }
    assertThat(peer.requests()).isEqualTo(5 * CALLERS);
    assertThat(preconnections(PreconnectionOutcome.USED)).isPositive();
  }

  @Test
  void aHandshakeThatIsInterruptedIsNoFailureOfThePeer() throws Exception {
    TlsPeer peer = peer("TLSv1.3").misbehave(Fault.STALL_HANDSHAKE);
    CountDownLatch ended = new CountDownLatch(1);
    Future<String> call =
        virtual.submit(
            () -> {
              try {
                return Exchange.once(factory, peer.port());
              } finally {
                ended.countDown();
              }
            });
    Eventually.holds(() -> peer.stalled() > 0);
    call.cancel(true);
    ended.await();
    assertThat(recorder.failures).isEmpty();
  }

  /** The interrupt closes the socket of a virtual thread, which is not the peer's doing. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCallThatIsInterruptedBlamesNobody(boolean beforeItIsSent) throws Exception {
    AtomicBoolean stalls = new AtomicBoolean();
    CountDownLatch asked = new CountDownLatch(1);
    ScriptedPeer.Script script =
        tls -> {
          if (ScriptedPeer.readRequest(tls) && stalls.get()) {
            asked.countDown();
            new CountDownLatch(1).await();
          }
          tls.getOutputStream().write(ScriptedPeer.response());
        };
    ScriptedPeer peer = scripted(script, "TLSv1.3");
    WaitingPreconnection.callFor(factory, peer.port());
    stalls.set(true);
    Future<String> response =
        virtual.submit(
            () -> {
              try (ResumingSslSocket socket = connect(factory, peer.port())) {
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
  }
}
