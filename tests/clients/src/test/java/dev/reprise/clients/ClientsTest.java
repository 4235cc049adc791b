package dev.reprise.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.HandshakeCompleted;
import dev.reprise.tls.TlsListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each client as it is and with its recipe, against a server that closes each connection. */
class ClientsTest {

  private static final int THREADS = 16;
  private static final int CALLS = 10;
  private static final String ENVELOPE =
      "<S:Envelope xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'><S:Body>"
          + TlsPeer.BODY
          + "</S:Body></S:Envelope>";
  private static final String ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Type: text/xml;charset=utf-8\r\nContent-Length: "
          + ENVELOPE.length()
          + "\r\nConnection: close\r\n\r\n"
          + ENVELOPE;

  private static final List<String> ROWS = new ArrayList<>();

  private final Certificates certificates = new Certificates();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final List<Handshake> told = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** What docs/clients.md has its table from. */
  @AfterAll
  static void write() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("client,calls,full stock,full reprise,resets stock,resets reprise");
    lines.addAll(ROWS);
    Path target = Files.createDirectories(Path.of("target"));
    Files.write(target.resolve("clients-" + System.getProperty("java.version") + ".csv"), lines);
  }

  private void callFromEachThread(Recipe.Session session) throws Exception {
    List<Future<?>> done = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      done.add(
          threads.submit(
              () -> {
                for (int j = 0; j < CALLS; j++) {
                  assertThat(session.call()).contains("ok");
                }
                return null;
              }));
    }
    for (Future<?> each : done) {
      each.get(120, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingButResumedAfterEachLanesFirst(Recipe recipe) throws Exception {
    Equipment reprise =
        Equipment.reprise(
            certificates,
            new TlsListener() {
              @Override
              public void handshakeCompleted(HandshakeCompleted event) {
                told.add(event.handshake());
              }
            });
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").answer(ANSWER)) {
      try (Recipe.Session session = recipe.open(reprise, peer.url())) {
        callFromEachThread(session);
        callFromEachThread(session);
      }
      long lanes = reprise.lanes();
      int full = peer.fullHandshakes();
      int resets = peer.resets();
      int requests = peer.requests();
      assertThat(requests).isEqualTo(2 * THREADS * CALLS);
      assertThat(told)
          .hasSizeBetween(full, 2 * THREADS * CALLS)
          .allMatch(done -> done.resumed() || done.fullCause() == FullHandshakeCause.FIRST);
      assertThat(full).isBetween(1, 2 * THREADS).isLessThanOrEqualTo((int) lanes);

      int stockFull;
      try (Recipe.Session session = recipe.open(Equipment.stock(certificates), peer.url())) {
        callFromEachThread(session);
        callFromEachThread(session);
        stockFull = peer.fullHandshakes() - full;
      }
      ROWS.add(
          String.join(
              ",",
              recipe.name(),
              String.valueOf(requests),
              String.valueOf(stockFull),
              String.valueOf(full),
              String.valueOf(peer.resets() - resets),
              String.valueOf(resets)));
      assertThat(full).isLessThanOrEqualTo(Math.max(stockFull, 2 * THREADS));
      // HttpClient 5's asynchronous client resets each connection, whatever its context.
      assertThat(resets).isLessThanOrEqualTo(recipe == Recipe.HTTPCLIENT_5_ASYNC ? requests : 0);
    }
  }
}
