package dev.reprise.httpclient4;

import static dev.reprise.httpclient4.Caller.AT_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.http.ConnectionClosedException;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each way in which an exchange can end, and what its caller is held for. */
@Tag("each-httpclient")
@ParameterizedClass
@ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
class CloseTest {

  private static final int LARGE = 10 * 1024 * 1024;

  @RegisterExtension final Callers callers = new Callers();
  @Parameter String protocol;
  private TlsPeer server;
  private Caller caller;

  @BeforeEach
  void prepare() throws Exception {
    server = callers.peer(protocol);
    caller = callers.with(trusting());
  }

  private TlsSettings.Builder trusting() {
    return callers.trusting().closeTimeout(Caller.LONG_WAIT).protocols(protocol);
  }

  private String url(Fault fault) {
    return server.misbehave(fault).url();
  }

  private void assertNextCallResumes() throws IOException {
    assertThat(caller.post(url(Fault.NONE), "<a/>")).isEqualTo(TlsPeer.BODY);
    assertThat(caller.statistics.total().full()).isEqualTo(1);
    assertThat(server.fullHandshakes()).isEqualTo(1);
  }

  /** HttpCore before 4.4.15 half-closes the socket, which may cost the session (JDK-8253368). */
  @ParameterizedTest
  @CsvSource({
    "NONE, CLOSE_NOTIFY",
    "CLOSE_DELIMITED, CLOSE_NOTIFY",
    "CLOSE_WITHOUT_CLOSE_NOTIFY, EOF",
  })
  void theResponseIsReadAndTheCallerIsNotHeld(Fault fault, CloseOutcome outcome)
      throws IOException {
    for (int i = 0; i < 10; i++) {
      assertThat(caller.post(url(fault), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(caller.closes(10)).hasSize(10).containsOnly(outcome);
    assertThat(caller.closeTimes).allMatch(time -> time.compareTo(AT_ONCE) < 0);
    assertNextCallResumes();
    if (outcome == CloseOutcome.CLOSE_NOTIFY) {
      assertThat(server.resets()).isZero();
    }
  }

  /** The server is to close first: HttpCore before 4.4.15 would do so itself (HTTPCORE-658). */
  @Test
  void aServerThatHoldsTheConnectionIsWaitedForAsLongAsSet() throws IOException {
    Duration wait = Duration.ofMillis(400);
    Caller caller = callers.with(trusting().closeTimeout(wait));
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post(url(Fault.HOLD_OPEN), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(caller.closes(3)).hasSize(3).containsOnly(CloseOutcome.WAIT_EXPIRED);
    // The wait counts from when the response was read, which was before the close.
    assertThat(caller.closeTimes.get(0)).isBetween(wait.dividedBy(2), AT_ONCE);
    assertThat(caller.closeTimes).allMatch(time -> time.compareTo(AT_ONCE) < 0);
    assertThat(caller.statistics.total().resumed()).isEqualTo(2);
  }

  @Test
  void aResetAfterTheResponseHarmsNoOtherCall() throws IOException {
    try {
      assertThat(caller.post(url(Fault.RESET_AFTER_RESPONSE), "<a/>")).isEqualTo(TlsPeer.BODY);
    } catch (SocketException e) {
      // The reset may overtake the response.
      assertThat(e).hasMessageContaining("reset");
    }
    assertThat(caller.closes(1))
        .singleElement()
        .isIn(CloseOutcome.RESET, CloseOutcome.ABORTED, CloseOutcome.EOF);
    assertThat(caller.post(url(Fault.NONE), "<a/>")).isEqualTo(TlsPeer.BODY);
  }

  @Test
  void aReadTimeoutIsNotPaidTwiceSinceItsConnectionIsAborted() throws IOException {
    HttpPost request = new HttpPost(url(Fault.STALL));
    request.setConfig(RequestConfig.copy(Caller.PATIENT).setSocketTimeout(1000).build());
    SocketTimeoutException failure =
        catchThrowableOfType(SocketTimeoutException.class, () -> caller.call(request));

    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.SENT);
    assertThat(caller.closes(1)).containsExactly(CloseOutcome.ABORTED);
    assertNextCallResumes();
  }

  @Test
  void anAbortFreesACallThatWaitsForItsResponse() throws Exception {
    HttpPost request = new HttpPost(url(Fault.STALL));
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<String> call = thread.submit(() -> caller.call(request));
      Eventually.holds(() -> server.requests() > 0 || call.isDone());
      long start = System.nanoTime();
      request.abort();
      Duration taken = Duration.ofNanos(System.nanoTime() - start);

      ExecutionException failure =
          catchThrowableOfType(
              ExecutionException.class, () -> call.get(AT_ONCE.toSeconds(), TimeUnit.SECONDS));
      assertThat(failure).hasCauseInstanceOf(IOException.class);
      assertThat(taken).isLessThan(AT_ONCE);
      assertThat(caller.closes(1)).containsExactly(CloseOutcome.ABORTED);
    } finally {
      thread.shutdown();
    }
    assertThat(caller.post(url(Fault.NONE), "<a/>")).isEqualTo(TlsPeer.BODY);
  }

  @Test
  void anAbortAmidTheBodyResets() throws IOException {
    Caller caller = callers.with(trusting());
    HttpPost request = new HttpPost(url(Fault.LARGE_RESPONSE));
    try (CloseableHttpResponse response = caller.http.execute(request)) {
      InputStream body = response.getEntity().getContent();
      assertThat(body.read()).isNotNegative();
      request.abort();
      assertThatThrownBy(body::readAllBytes).isInstanceOf(IOException.class);
    }
    assertThat(caller.closes(1)).containsExactly(CloseOutcome.ABORTED);
  }

  @Test
  void aLargeResponseLeftUnreadIsNotDrained() throws IOException {
    TestProxy proxy = callers.proxy();
    Caller caller = callers.with(trusting(), http -> http.setProxy(proxy.host()));
    try (CloseableHttpResponse response =
        caller.http.execute(new HttpPost(url(Fault.LARGE_RESPONSE)))) {
      assertThat(response.getEntity().getContentLength()).isEqualTo(LARGE);
    }
    assertThat(caller.closes(1)).containsExactly(CloseOutcome.LOCAL);
    assertThat(caller.closeTimes.get(0)).isLessThan(AT_ONCE);
    assertThat(proxy.relayed.get()).isLessThan(LARGE);
  }

  @Test
  void aBodyShorterThanItsContentLengthIsAnError() throws IOException {
    ConnectionClosedException failure =
        catchThrowableOfType(
            ConnectionClosedException.class, () -> caller.post(url(Fault.TRUNCATE_LENGTH), "<a/>"));
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.ANSWERED);
    assertThat(caller.closes(1)).containsExactly(CloseOutcome.CLOSE_NOTIFY);
    assertNextCallResumes();
  }

  @Test
  void anExpiredConnectionIsClosedWithoutWaiting() throws IOException {
    Caller caller =
        callers.with(trusting(), pool -> pool.timeToLive(Duration.ofMillis(1)), http -> {});
    caller.post(url(Fault.KEEP_ALIVE), "<a/>");
    while (caller.available() > 0) {
      caller.manager.closeExpiredConnections();
    }
    caller.post(url(Fault.KEEP_ALIVE), "<a/>");
    while (caller.available() > 0) {
      caller.manager.closeExpiredConnections();
    }
    assertThat(caller.closes(2)).containsExactly(CloseOutcome.LOCAL, CloseOutcome.LOCAL);
    assertThat(caller.closeTimes).allMatch(time -> time.compareTo(AT_ONCE) < 0);
    assertThat(caller.statistics.total().resumed()).isEqualTo(1);
  }

  @Test
  void theEndOfTheClientClosesWhatIsPooled() throws IOException {
    Caller caller = callers.with(trusting());
    caller.post(url(Fault.KEEP_ALIVE), "<a/>");
    caller.close();
    assertThat(caller.closes(1)).hasSize(1);
    assertThat(caller.closeTimes.get(0)).isLessThan(AT_ONCE);
  }
}
