package dev.reprise.httpclient;

import static dev.reprise.httpclient.Client.AT_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way in which an exchange can end, and what its caller is held for. */
@Tag("each-httpclient")
@ParameterizedClass
@MethodSource("dev.reprise.httpclient.Library#withProtocols")
class CloseTest {

  @RegisterExtension final Clients clients = new Clients();

  @Parameter(0)
  Library library;

  @Parameter(1)
  String protocol;

  private TlsPeer server;
  private Client client;

  @BeforeEach
  void prepare() throws Exception {
    server = clients.peer(protocol);
    client = clients.waiting(library, setup -> {});
  }

  private TlsSettings.Builder closingWithin(Duration time) {
    return clients.trusting().closeTimeout(time);
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
    Client client = clients.with(library, closingWithin(wait), setup -> {});
    for (int i = 0; i < 2; i++) {
      assertThat(client.call(post(Fault.HOLD_OPEN))).isEqualTo(TlsPeer.BODY);
    }
    assertThat(client.closes(2)).hasSize(2).containsOnly(CloseOutcome.WAIT_EXPIRED);
    // The wait counts from when the response was read, which was before the close.
    assertThat(client.closeTimes.get(0)).isBetween(wait.dividedBy(2), AT_ONCE);
    assertThat(client.closeTimes).allMatch(time -> time.compareTo(AT_ONCE) < 0);
    assertThat(client.statistics.total().resumed()).isEqualTo(1);
  }

  /** While one caller waits for its peer's close, others get connections. */
  @Test
  void nobodyElseIsHeldByTheWait() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    ScriptedPeer holding =
        clients.scripted(
            tls -> {
              ScriptedPeer.readRequest(tls);
              tls.getOutputStream().write(ScriptedPeer.response());
              answered.countDown();
              end.await();
            },
            protocol);
    Client client = clients.with(library, closingWithin(Duration.ofSeconds(60)), setup -> {});
    Future<String> held = clients.threads.submit(() -> client.get(holding.url()));
    answered.await();
    assertThat(clients.threads.submit(() -> client.get(server.url())).get(20, TimeUnit.SECONDS))
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
      assertThat(Clients.progressOf(failure)).as(failure.toString()).isEqualTo(progress);
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
    Call call = post(Fault.STALL);
    call.responseMillis = 1000;
    Throwable failure = catchThrowable(() -> client.call(call));
    assertThat(failure).isInstanceOf(SocketTimeoutException.class);
    assertThat(Clients.progressOf(failure)).isEqualTo(RequestProgress.SENT);
    assertThat(client.closes(1)).containsExactly(CloseOutcome.ABORTED);
    assertNextCallResumes();
  }

  @Test
  void anAbortFreesACallThatWaitsForItsResponse() throws Exception {
    Call call = post(Fault.STALL);
    Future<String> stalled = clients.threads.submit(() -> client.call(call));
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
}
