package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.Request;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpVersion;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpHead;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.entity.StringEntity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What HTTP/1.1 has to offer, over connections that serve one request each. */
@Tag("each-httpclient")
@ParameterizedClass
@ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
class HttpExchangeTest {

  /** Several TLS records. */
  private static final String LONG = "<line>some text</line>".repeat(20_000);

  @RegisterExtension final Callers callers = new Callers();
  @Parameter String protocol;
  private final List<Request> received = new CopyOnWriteArrayList<>();
  private TlsPeer peer;
  private Caller caller;

  @BeforeEach
  void prepare() throws Exception {
    peer = callers.peer(protocol).observe(received::add);
    caller = callers.with(callers.trusting().closeTimeout(Caller.LONG_WAIT));
  }

  /** Each connection was closed by the server first, and each but the first was resumed. */
  private void assertClosedByTheServer(int connections) {
    assertThat(caller.closes(connections))
        .hasSize(connections)
        .containsOnly(CloseOutcome.CLOSE_NOTIFY);
    assertThat(caller.available()).isZero();
    assertThat(caller.handshakes).allMatch(each -> each.protocol().equals(protocol));
    assertThat(caller.statistics.total().full()).isEqualTo(1);
    assertThat(caller.statistics.total().resumed()).isEqualTo(connections - 1L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n<ok/>",
        "200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            + "2\r\n<o\r\n3\r\nk/>\r\n0\r\n\r\n",
        "200 OK\r\nConnection: close\r\n\r\n<ok/>",
        "500 Error\r\nContent-Length: 5\r\nConnection: close\r\n\r\n<ok/>"
      })
  void readsABodyHoweverItIsDelimited(String answer) throws IOException {
    peer.answer("HTTP/1.1 " + answer);
    assertThat(caller.get(peer.url())).isEqualTo("<ok/>");
    assertThat(caller.post(peer.url(), "<a/>")).isEqualTo("<ok/>");
    assertClosedByTheServer(2);
  }

  @Test
  void readsAndSendsLongBodies() throws IOException {
    peer.answer(request -> Answer.ok(LONG));
    assertThat(caller.post(peer.url(), LONG)).isEqualTo(LONG);
    HttpPost chunked = new HttpPost(peer.url());
    byte[] body = LONG.getBytes(StandardCharsets.US_ASCII);
    chunked.setEntity(new InputStreamEntity(new ByteArrayInputStream(body)));
    assertThat(caller.call(chunked)).isEqualTo(LONG);
    assertThat(received.get(1).header("Transfer-Encoding")).isEqualTo("chunked");
    assertThat(received).extracting(Request::text).containsExactly(LONG, LONG);
    assertClosedByTheServer(2);
  }

  @Test
  void expectsToContinue() throws IOException {
    for (int i = 0; i < 2; i++) {
      HttpPost request = new HttpPost(peer.url());
      request.setConfig(RequestConfig.copy(Caller.PATIENT).setExpectContinueEnabled(true).build());
      request.setEntity(new StringEntity(LONG));
      assertThat(caller.call(request)).isEqualTo(TlsPeer.BODY);
      assertThat(received.get(i).header("Expect")).isEqualToIgnoringCase("100-continue");
      assertThat(received.get(i).text()).isEqualTo(LONG);
    }
    assertClosedByTheServer(2);
  }

  @Test
  void followsARedirect() throws IOException {
    peer.answer(
        request ->
            request.path().equals("/old")
                ? Answer.of(302, "").with("Location", peer.url() + "new")
                : Answer.ok("there"));
    assertThat(caller.get(peer.url() + "old")).isEqualTo("there");
    assertThat(received).extracting(Request::path).containsExactly("/old", "/new");
    assertClosedByTheServer(2);
  }

  @Test
  void knowsWhichResponsesHaveNoBody() throws IOException {
    peer.answer(request -> Answer.of(204, ""));
    assertThat(caller.get(peer.url())).isEmpty();
    peer.answer(request -> Answer.of(304, ""));
    assertThat(caller.get(peer.url())).isEmpty();
    peer.answer(request -> Answer.ok("<ok/>"));
    assertThat(caller.call(new HttpHead(peer.url()))).isEmpty();
    assertClosedByTheServer(3);
  }

  /** HTTP/1.0 has no persistent connections, so that nothing need be announced. */
  @Test
  void speaksHttp10() throws IOException {
    peer.answer("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\n<ok/>");
    for (int i = 0; i < 2; i++) {
      HttpRequestBase request = new HttpGet(peer.url());
      request.setProtocolVersion(HttpVersion.HTTP_1_0);
      assertThat(caller.call(request)).isEqualTo("<ok/>");
    }
    assertClosedByTheServer(2);
  }

  @Test
  void reusesAConnectionThatTheServerKeeps() throws IOException {
    peer.misbehave(Fault.KEEP_ALIVE);
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(caller.available()).isEqualTo(1);
    assertThat(caller.handshakes).hasSize(1);
    assertThat(caller.closes).isEmpty();

    caller.manager.closeIdleConnections(0, TimeUnit.MILLISECONDS);
    assertThat(caller.closes(1)).containsExactly(CloseOutcome.LOCAL);
    assertThat(caller.closeTimes.get(0)).isLessThan(Caller.AT_ONCE);
    assertThat(caller.available()).isZero();

    assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    assertThat(caller.statistics.total().resumed()).isEqualTo(1);
  }

  @Test
  void speaksPlainHttpToo() throws IOException {
    assertThat(caller.get(callers.plain())).isEqualTo(TlsPeer.BODY);
    assertThat(caller.handshakes).isEmpty();
  }
}
