package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resumption under HTTP clients, as the client counts it and as the server does. */
@Tag("each-httpclient")
@ParameterizedClass
@MethodSource("dev.reprise.httpclient.Library#withProtocols")
class ResumptionTest {

  @RegisterExtension final Clients clients = new Clients();

  @Parameter(0)
  Library library;

  @Parameter(1)
  String protocol;

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
}
