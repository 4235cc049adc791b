package dev.reprise.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.Session;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.HandshakeCompleted;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each client with its recipe, against a server that closes each connection. The lab has them
 * beside stock, on each Java: docs/measured/clients.md.
 */
class ClientsTest {

  private static final int THREADS = 16;
  private static final int CALLS = 10;
  private static final Answer ANSWER =
      Answer.ok(
              "<S:Envelope xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'><S:Body>"
                  + TlsPeer.BODY
                  + "</S:Body></S:Envelope>")
          .with("Content-Type", "text/xml;charset=utf-8");

  private final Certificates certificates = new Certificates();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final List<Handshake> told = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private void callFromEachThread(Session session) throws Exception {
    Callable<Void> caller =
        () -> {
          for (int i = 0; i < CALLS; i++) {
            assertThat(session.call()).contains("ok");
          }
          return null;
        };
    List<Callable<Void>> callers = Collections.nCopies(THREADS, caller);
    for (Future<Void> each : threads.invokeAll(callers, 120, TimeUnit.SECONDS)) {
      each.get();
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingButResumedAfterEachLanesFirst(Recipe recipe) throws Exception {
    Equipment reprise =
        new Equipment(
            (X509ExtendedTrustManager) certificates.trustManagers()[0],
            TlsSettings.builder()
                .trustManagers(certificates.trustManagers()[0])
                .addListener(
                    new TlsListener() {
                      @Override
                      public void handshakeCompleted(HandshakeCompleted event) {
                        told.add(event.handshake());
                      }
                    })
                .closeTimeout(Duration.ofSeconds(1))
                .build());
    reprise.connections = THREADS;
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").answer(request -> ANSWER)) {
      try (Session session = recipe.open(reprise, peer.url())) {
        callFromEachThread(session);
        callFromEachThread(session);
      }
      long lanes = reprise.lanes();
      int full = peer.fullHandshakes();
      int requests = peer.requests();
      assertThat(requests).isEqualTo(2 * THREADS * CALLS);
      assertThat(told)
          .hasSizeBetween(full, 2 * THREADS * CALLS)
          .allMatch(done -> done.resumed() || done.fullCause() == FullHandshakeCause.FIRST);
      assertThat(full).isBetween(1, 2 * THREADS).isLessThanOrEqualTo((int) lanes);
      assertThat(peer.resets()).isLessThanOrEqualTo(recipe.resets() ? requests : 0);
    }
  }
}
