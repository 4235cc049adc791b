package dev.reprise.httpclient;

import static dev.reprise.httpclient.Client.AT_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.http.RequestProgress;
import dev.reprise.httpclient.Setup.Manager;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.Exchange;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The life of HttpClient's connections: which are there before a call, which handshakes are full,
 * and what a caller is held for in each way in which an exchange can end.
 */
@Tag("each-httpclient")
@ParameterizedClass
@MethodSource("dev.reprise.httpclient.Library#withProtocols")
class ConnectionsTest extends Clients {

  @Parameter(0)
  Library library;

  @Parameter(1)
  String protocol;

  private TlsPeer server;
  private Client client;

  @BeforeEach
  void prepare() throws Exception {
    server = peer(protocol);
    client = waiting(library, setup -> {});
  }

  /** Resumption, as the client counts it and as the server does. */
  @ParameterizedTest
  @ValueSource(ints = {1, 16, 64})
  void noFullHandshakeAfterEachLanesFirst(int threads) throws Exception {
    Client client = waiting(library, setup -> setup.maxTotal = 256);
    Callable<?> call = () -> assertThat(client.post(server.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    // One lane serves all where a session does; what connects before it has one finds none.
    Exchange.inParallel(1, 5, call);
    Exchange.inParallel(threads, 5, call);

    int count = 5 * (1 + threads);
    int lanes = client.sockets.laneCounts().live();
    assertThat(lanes).isBetween(1, protocol.equals("TLSv1.2") ? 1 : threads);
    assertThat(client.statistics.total().full()).isEqualTo(lanes);
    assertThat(client.statistics.total().resumed()).isEqualTo(count - lanes);
    assertThat(server.fullHandshakes()).isEqualTo(lanes);
    assertThat(server.handshakes() - server.fullHandshakes()).isEqualTo(count - lanes);
    assertThat(client.statistics.total().closes().get(CloseOutcome.CLOSE_NOTIFY)).isEqualTo(count);
  }

  /** HttpClient has preconnected connections without more, and they end with it. */
  @Test
  void callsHavePreconnectedConnections() throws Exception {
    assumeTrue(protocol.equals("TLSv1.3"), "once for each library");
    Client client =
        with(
            library,
            trusting()
                .closeTimeout(Client.LONG_WAIT)
                .maxPreconnectionsPerPeer(2)
                .preconnectionLifetime(Duration.ofSeconds(60)),
            setup -> {});
    int calls = 0;
    // They are opened by calls alone, so that nothing is waited for between them.
    while (calls < 1000 && count(client, PreconnectionOutcome.USED) <= 10) {
      assertThat(client.post(server.url(), "ping")).isEqualTo(TlsPeer.BODY);
      calls++;
    }
    assertThat(count(client, PreconnectionOutcome.USED)).isGreaterThan(10);
    assertThat(server.requests()).isEqualTo(calls);
    assertThat(server.resets()).isZero();
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
   * request. The second call resumes the session of the first.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBodyThatComesLateDoesNotHoldTheHandshakeUp(boolean tunnel) throws Exception {
    HttpProxy proxy = proxy();
    Client client = with(library, setup -> setup.proxy = tunnel ? proxy.port() : 0);
    for (int i = 0; i < 2; i++) {
      assertThat(client.call(late())).isEqualTo(TlsPeer.BODY);
    }
    assertThat(server.resumedHandshakes()).isEqualTo(1);
  }

  /** A call whose body comes once the server has its handshake, and so has sent its ticket. */
  private Call late() {
    int before = server.handshakes();
    return Call.post(
        server.url(),
        1,
        out -> {
          Eventually.holds(() -> server.handshakes() > before);
          out.write('x');
        });
  }

  private Call post(Fault fault) {
    return Call.post(server.misbehave(fault).url(), "<a/>");
  }

  private void assertNextCallResumes() throws IOException {
    assertThat(client.call(post(Fault.NONE))).isEqualTo(TlsPeer.BODY);
    assertThat(client.statistics.total().full()).isEqualTo(1);
    assertThat(server.fullHandshakes()).isEqualTo(1);
  }

  /** The server is to close first: HttpCore before 4.4.15 would do so itself (HTTPCORE-658). */
  @Test
  void aServerThatHoldsTheConnectionIsWaitedForAsLongAsSet() throws Exception {
    Duration wait = Duration.ofMillis(400);
    Client client = with(library, trusting().closeTimeout(wait), setup -> {});
    long start = System.nanoTime();
    assertThat(client.call(post(Fault.HOLD_OPEN))).isEqualTo(TlsPeer.BODY);
    // The wait counts from when the response was read, which was before the close.
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(wait.dividedBy(2));
    assertThat(client.call(post(Fault.HOLD_OPEN))).isEqualTo(TlsPeer.BODY);
    assertThat(client.closes(2)).hasSize(2).containsOnly(CloseOutcome.WAIT_EXPIRED);
    assertThat(client.closeTimes).allMatch(time -> time.compareTo(AT_ONCE) < 0);
    assertThat(client.statistics.total().resumed()).isEqualTo(1);
  }

  /** While one caller waits for its peer's close, others get connections. */
  @Test
  void nobodyElseIsHeldByTheWait() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    ScriptedPeer holding =
        scripted(
            tls -> {
              ScriptedPeer.readRequest(tls);
              tls.getOutputStream().write(ScriptedPeer.response());
              answered.countDown();
              end.await();
            },
            protocol);
    Client client = with(library, trusting().closeTimeout(Duration.ofSeconds(60)), setup -> {});
    Future<String> held = threads.submit(() -> client.get(holding.url()));
    answered.await();
    assertThat(threads.submit(() -> client.get(server.url())).get(20, TimeUnit.SECONDS))
        .isEqualTo(TlsPeer.BODY);
    assertThat(held.isDone()).isFalse();
    end.countDown();
    assertThat(held.get(20, TimeUnit.SECONDS)).isEqualTo(TlsPeer.BODY);
  }

  /** Faults of HTTP: each is an exception, tells how far the request came, and is over then. */
  @ParameterizedTest
  @CsvSource({
    "CLOSE_BEFORE_RESPONSE, SENT",
    "TRUNCATE_CHUNKED, ANSWERED",
    "TRUNCATE_LENGTH, ANSWERED",
    "GARBAGE_RESPONSE, SENT",
    "RESET_BEFORE_RESPONSE, SENT"
  })
  void aFaultIsAnExceptionAndTheNextCallGoesWell(Fault fault, RequestProgress progress)
      throws Exception {
    for (int i = 0; i < 2; i++) {
      Throwable failure = catchThrowable(() -> client.call(post(fault)));
      assertThat(failure).isInstanceOf(IOException.class);
      assertThat(progressOf(failure)).as(failure.toString()).isEqualTo(progress);
      assertThat(client.call(post(Fault.NONE))).isEqualTo(TlsPeer.BODY);
    }
    assertThat(client.leased()).isZero();
    assertThat(client.available()).isZero();
    assertThat(client.closes(4)).hasSize(4);
    if (fault == Fault.TRUNCATE_LENGTH) {
      assertThat(client.closes).containsOnly(CloseOutcome.CLOSE_NOTIFY);
      assertNextCallResumes();
    }
  }

  @Test
  void aReadTimeoutIsNotPaidTwiceSinceItsConnectionIsAborted() throws IOException {
    server.misbehave(Fault.STALL);
    Call call = late();
    call.responseMillis = 100;
    Throwable failure = catchThrowable(() -> client.call(call));
    assertThat(failure).isInstanceOf(SocketTimeoutException.class);
    assertThat(progressOf(failure)).isEqualTo(RequestProgress.SENT);
    assertThat(client.closes(1)).containsExactly(CloseOutcome.ABORTED);
    assertNextCallResumes();
  }

  @Test
  void anAbortFreesACallThatWaitsForItsResponse() throws Exception {
    Call call = post(Fault.STALL);
    Future<String> stalled = threads.submit(() -> client.call(call));
    Eventually.holds(() -> server.requests() > 0 || stalled.isDone());
    long start = System.nanoTime();
    call.abort();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
    Throwable failure =
        catchThrowable(() -> stalled.get(AT_ONCE.toSeconds(), TimeUnit.SECONDS)).getCause();
    assertThat(failure).isInstanceOf(IOException.class);
    // HttpClient drops what it knew of a request that was aborted.
    assertThat(RequestProgress.of(failure))
        .isNotIn(RequestProgress.NOT_SENT, RequestProgress.ANSWERED);
    assertThat(client.closes(1)).containsExactly(CloseOutcome.ABORTED);
    assertThat(client.call(post(Fault.NONE))).isEqualTo(TlsPeer.BODY);
  }

  @Test
  void anAbortAmidTheBodyResets() throws IOException {
    Call call = post(Fault.LARGE_RESPONSE);
    client.execute(
        call,
        (status, body) -> {
          assertThat(body.read()).isNotNegative();
          call.abort();
          assertThatThrownBy(body::readAllBytes).isInstanceOf(IOException.class);
          return status;
        });
    assertThat(client.closes(1)).containsExactly(CloseOutcome.ABORTED);
  }

  /** How the pool comes to close a connection. */
  private enum Close {
    EXPIRED,
    RELOAD,
    SHUTDOWN,
    SHUTDOWN_AT_ONCE,
    /** The response is read, and HttpClient has not noticed. */
    SHUTDOWN_AT_THE_LAST_BYTE
  }

  static Stream<Arguments> closes() {
    return Stream.of(Manager.OURS, Manager.OF_PARTS)
        .flatMap(
            manager ->
                Stream.of(Close.values())
                    // HttpClient's own manager of 4.5 cannot be reloaded.
                    .filter(how -> manager == Manager.OURS || how != Close.RELOAD)
                    .map(how -> arguments(manager, how)));
  }

  @ParameterizedTest
  @MethodSource("closes")
  void thePoolClosesAtOnce(Manager manager, Close how) throws Exception {
    TlsSettings.Builder tls = trusting().closeTimeout(Duration.ofSeconds(20));
    server.misbehave(Fault.KEEP_ALIVE);
    Client client =
        with(
            library,
            tls,
            setup -> {
              setup.manager = manager;
              setup.keepAliveMillis = how == Close.EXPIRED ? 1 : setup.keepAliveMillis;
            });
    client.get(server.url());
    close(client, how, tls);
    CloseOutcome outcome = client.closes(1).get(0);
    if (how.ordinal() <= Close.SHUTDOWN.ordinal()) {
      assertThat(outcome).isEqualTo(CloseOutcome.LOCAL);
    } else {
      assertThat(outcome).isIn(CloseOutcome.LOCAL, CloseOutcome.ABORTED);
    }
  }

  private void close(Client client, Close how, TlsSettings.Builder tls) throws Exception {
    if (how == Close.EXPIRED) {
      while (client.available() > 0) {
        client.closeExpired();
      }
    } else if (how == Close.RELOAD) {
      client.reload(tls);
    } else if (how == Close.SHUTDOWN_AT_THE_LAST_BYTE) {
      client.execute(
          Call.get(server.url()),
          (status, body) -> {
            assertThat(body.readNBytes(TlsPeer.BODY.length())).hasSize(TlsPeer.BODY.length());
            client.shutDown(true);
            return status;
          });
    } else {
      client.shutDown(how == Close.SHUTDOWN_AT_ONCE);
    }
  }
}
