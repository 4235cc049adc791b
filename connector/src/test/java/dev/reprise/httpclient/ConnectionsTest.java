package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.PreconnectionOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When HttpClient's connections handshake, fully or not, and which are there before a call. */
@Tag("each-httpclient")
@ParameterizedClass
@MethodSource("dev.reprise.httpclient.Library#withProtocols")
class ConnectionsTest {

  @RegisterExtension final Clients clients = new Clients();

  @Parameter(0)
  Library library;

  @Parameter(1)
  String protocol;

  /** Resumption, as the client counts it and as the server does. */
  @ParameterizedTest
  @ValueSource(ints = {1, 16, 64})
  void noFullHandshakeAfterEachLanesFirst(int threads) throws Exception {
    TlsPeer server = clients.peer(protocol);
    Client client = clients.waiting(library, setup -> setup.maxTotal = 256);
    Callable<Object> call =
        () -> assertThat(client.post(server.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    // One lane serves all where a session does; what connects before it has one finds none.
    call.call();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      for (Future<?> result : pool.invokeAll(Collections.nCopies(5 * threads, call))) {
        result.get();
      }
    } finally {
      pool.shutdown();
    }

    int calls = 1 + 5 * threads;
    int lanes = client.sockets.laneCounts().live();
    assertThat(lanes).isBetween(1, protocol.equals("TLSv1.2") ? 1 : threads);
    assertThat(client.statistics.total().full()).isEqualTo(lanes);
    assertThat(client.statistics.total().resumed()).isEqualTo(calls - lanes);
    assertThat(server.fullHandshakes()).isEqualTo(lanes);
    assertThat(server.handshakes() - server.fullHandshakes()).isEqualTo(calls - lanes);
    assertThat(client.statistics.total().closes().get(CloseOutcome.CLOSE_NOTIFY)).isEqualTo(calls);
  }

  /** HttpClient has preconnected connections without more, and they end with it. */
  @Test
  void callsHavePreconnectedConnections() throws Exception {
    assumeTrue(protocol.equals("TLSv1.3"), "once for each library");
    TlsPeer peer = clients.peer(protocol);
    Client client =
        clients.with(
            library,
            clients
                .trusting()
                .closeTimeout(Client.LONG_WAIT)
                .maxPreconnectionsPerPeer(2)
                .preconnectionLifetime(Duration.ofSeconds(60)),
            setup -> {});
    int calls = 0;
    // They are opened by calls alone, so that nothing is waited for between them.
    while (calls < 1000 && count(client, PreconnectionOutcome.USED) <= 10) {
      assertThat(client.post(peer.url(), "ping")).isEqualTo(TlsPeer.BODY);
      calls++;
    }
    assertThat(count(client, PreconnectionOutcome.USED)).isGreaterThan(10);
    assertThat(peer.requests()).isEqualTo(calls);
    assertThat(peer.resets()).isZero();
    Eventually.holds(() -> client.sockets.readyPreconnections() > 0);
    client.close();
    if (library == Library.HTTPCLIENT5) {
      // Its manager is HttpClient's, which does not tell the factory that it was closed.
      client.sockets.closePreconnections();
    }
    // One that reads its ticket just then tells of its end by itself.
    Eventually.holds(
        () ->
            client.sockets.readyPreconnections() == 0
                && count(client, PreconnectionOutcome.DROPPED) > 0);
  }

  private static long count(Client client, PreconnectionOutcome outcome) {
    return client.statistics.total().preconnections().get(outcome);
  }

  /**
   * A server that bounds its handshakes would end those whose last message is held back until the
   * request. It gives a permit for each handshake that it has done.
   */
  private ScriptedPeer counting(Semaphore handshakes) throws Exception {
    return clients.scripted(
        tls -> {
          tls.startHandshake();
          handshakes.release();
          ScriptedPeer.answer(tls, () -> true);
        },
        protocol);
  }

  private static void take(Semaphore handshakes) throws IOException {
    try {
      if (!handshakes.tryAcquire(10, TimeUnit.SECONDS)) {
        throw new IOException("The server is still in its handshake");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static Call late(ScriptedPeer peer, Semaphore handshakes) {
    return Call.post(
        peer.url(),
        1,
        out -> {
          take(handshakes);
          out.write('x');
        });
  }

  /** The second call resumes the session of the first. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBodyThatComesLateDoesNotHoldTheHandshakeUp(boolean tunnel) throws Exception {
    Semaphore handshakes = new Semaphore(0);
    ScriptedPeer peer = counting(handshakes);
    HttpProxy proxy = clients.proxy();
    Client client = clients.with(library, setup -> setup.proxy = tunnel ? proxy.port() : 0);
    for (int i = 0; i < 2; i++) {
      client.call(late(peer, handshakes));
    }
  }

  /** What the context still holds is the request of the call before. */
  @Test
  void norWhereTheContextHasServedACall() throws Exception {
    Semaphore handshakes = new Semaphore(0);
    ScriptedPeer peer = counting(handshakes);
    Client client = clients.with(library, setup -> {});
    Object context = client.newContext();
    client.execute(Call.get(peer.url()), context, (status, body) -> status);
    take(handshakes);
    client.execute(late(peer, handshakes), context, (status, body) -> status);
  }

  /** As an authentication scheme does that fetches a token, or an executor that waits. */
  @Test
  void whatComesBeforeTheRequestDoesNotHoldTheHandshakeUp() throws Exception {
    Semaphore handshakes = new Semaphore(0);
    ScriptedPeer peer = counting(handshakes);
    Client client = clients.with(library, setup -> setup.sending = () -> take(handshakes));
    for (int i = 0; i < 2; i++) {
      client.get(peer.url());
    }
  }

  @Test
  void aConnectionThatIsMadeAheadIsWhole() throws Exception {
    Semaphore handshakes = new Semaphore(0);
    ScriptedPeer peer = counting(handshakes);
    Client client = clients.with(library, setup -> {});
    for (int i = 0; i < 2; i++) {
      client.lease(peer.port(), () -> take(handshakes));
    }
    assertThat(handshakes.availablePermits()).isZero();
  }
}
