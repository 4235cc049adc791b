package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.IdlePeer;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * A peer that may have one preconnected connection has one connection of it at a time, whatever is
 * going on.
 */
class PreconnectionLimitTest extends TlsTest {

  private static final String LOCALHOST = "localhost";
  private static final int CALLERS = 2;
  private static final int FACTORIES = 50;

  private final List<String> told = new CopyOnWriteArrayList<>();
  private final AtomicLong ahead = new AtomicLong();

  private ResumingSslSocketFactory preconnecting() {
    TlsSettings settings =
        trusting()
            .maxPreconnectionsPerPeer(1)
            .addListener(
                new TlsListener() {
                  @Override
                  public void preconnectionOpened(PreconnectionOpened event) {
                    told.add("OPENED");
                  }

                  @Override
                  public void preconnectionEnded(PreconnectionEnded event) {
                    told.add(event.outcome().name());
                  }
                })
            .build();
    return new ResumingSslSocketFactory(settings, ahead::get);
  }

  private void await(BooleanSupplier condition) throws InterruptedException {
    Eventually.holds(condition, () -> told);
  }

  /** Its own thread learns of its end up to a tenth of a second later than who would take it. */
  @Test
  void anotherIsOpenedOnceTheOneThatExpiredIsClosed() throws Exception {
    try (IdlePeer peer = IdlePeer.start(certificates, "TLSv1.3")) {
      ResumingSslSocketFactory factory = preconnecting();
      for (int i = 0; i < 10; i++) {
        assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
      }
      await(() -> WaitingPreconnection.isOne(factory));
      told.clear();
      ahead.addAndGet(Duration.ofSeconds(5).toNanos());
      await(
          () -> {
            reach(factory, peer.port());
            return told.contains("OPENED");
          });
      assertThat(told).startsWith("EXPIRED", "OPENED");
      factory.closePreconnections();
    }
  }

  @Test
  void callersThatComeAtOnceHaveNoMoreOpened() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").misbehave(Fault.STALL_HANDSHAKE)) {
      for (int i = 0; i < FACTORIES; i++) {
        ResumingSslSocketFactory factory = preconnecting();
        reach(factory, peer.port());
        CountDownLatch together = new CountDownLatch(CALLERS);
        Callable<Void> call =
            () -> {
              together.countDown();
              while (together.getCount() > 0) {
                Thread.onSpinWait();
              }
              reach(factory, peer.port());
              return null;
            };
        for (Future<Void> done : threads.invokeAll(Collections.nCopies(CALLERS, call))) {
          done.get();
        }
        factory.closePreconnections();
      }
      await(() -> told.size() >= FACTORIES);
    }
    assertThat(told).hasSize(FACTORIES).containsOnly("DROPPED");
  }

  private static void reach(ResumingSslSocketFactory factory, int port) {
    try (Socket socket = factory.createSocket(LOCALHOST, port)) {
      assertThat(socket.isConnected()).isTrue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
