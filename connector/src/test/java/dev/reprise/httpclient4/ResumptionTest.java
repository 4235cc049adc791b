package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.TlsSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Resumption under HTTP clients, as the client counts it and as the server does. */
class ResumptionTest {

  @RegisterExtension final Callers callers = new Callers();
  private TlsPeer server;

  @BeforeEach
  void start() throws Exception {
    server = callers.peer();
  }

  private TlsSettings.Builder trusting(String protocol) {
    return callers.trusting().closeTimeout(Caller.LONG_WAIT).protocols(protocol);
  }

  private int resumed() {
    return server.handshakes() - server.fullHandshakes();
  }

  @Tag("each-httpclient")
  @ParameterizedTest(name = "{0}, {1} threads")
  @CsvSource({
    "TLSv1.2, 1",
    "TLSv1.3, 1",
    "TLSv1.2, 16",
    "TLSv1.3, 16",
    "TLSv1.2, 64",
    "TLSv1.3, 64"
  })
  void noFullHandshakeAfterEachLanesFirst(String protocol, int threads) throws Exception {
    Caller caller = callers.with(trusting(protocol));
    Callable<?> call = () -> assertThat(caller.post(server.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    // One lane serves all where a session does; what connects before it has one finds none.
    call.call();
    inThreads(threads, 5 * threads, call);

    int calls = 1 + 5 * threads;
    int lanes = caller.manager.socketFactory().laneCounts().live();
    assertThat(lanes).isBetween(1, protocol.equals("TLSv1.2") ? 1 : threads);
    assertThat(caller.statistics.total().full()).isEqualTo(lanes);
    assertThat(caller.statistics.total().resumed()).isEqualTo(calls - lanes);
    assertThat(server.fullHandshakes()).isEqualTo(lanes);
    assertThat(resumed()).isEqualTo(calls - lanes);
    assertThat(caller.statistics.total().closes().get(CloseOutcome.CLOSE_NOTIFY)).isEqualTo(calls);
  }

  private static void inThreads(int threads, int times, Callable<?> action) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        results.add(pool.submit(action));
      }
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      pool.shutdown();
    }
  }
}
