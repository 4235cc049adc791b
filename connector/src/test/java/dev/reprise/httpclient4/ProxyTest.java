package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.http.RequestProgress;
import dev.reprise.httpclient4.TestProxy.Refusal;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.ServerTls;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpRequestExecutor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP and HTTPS through a proxy, with and without credentials. */
@Tag("each-httpclient")
class ProxyTest {

  @RegisterExtension final Callers callers = new Callers();

  private TestProxy proxy(Refusal refusal) throws IOException {
    return callers.closing(new TestProxy(refusal));
  }

  private TlsPeer peer(String protocol) throws Exception {
    return callers.peer(protocol);
  }

  private Caller through(TestProxy proxy) {
    return callers.with(
        callers.trusting().closeTimeout(Caller.LONG_WAIT),
        http ->
            http.setProxy(proxy.host())
                .setDefaultCredentialsProvider(TestProxy.credentials(proxy.host())));
  }

  /** Both servers have the host and, through the proxy, the TCP port in common. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void tunnelsAreResumedForEachServer(String protocol) throws Exception {
    TestProxy proxy = proxy(Refusal.NONE);
    TlsPeer one = peer(protocol);
    TlsPeer other = peer(protocol);
    Caller caller = through(proxy);
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post(one.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
      assertThat(caller.post(other.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(one.fullHandshakes()).isEqualTo(1);
    assertThat(other.fullHandshakes()).isEqualTo(1);
    assertThat(caller.statistics.total().resumed()).isEqualTo(4);
    assertThat(caller.statistics.peers()).hasSize(2);
    assertThat(caller.closes(6)).hasSize(6).containsOnly(CloseOutcome.CLOSE_NOTIFY);
    assertThat(proxy.tunnels).hasValue(6);
  }

  /** JSSE finds a session by the TCP port, which is that of the proxy. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void oneServerIsResumedByEachWayToIt(String protocol) throws Exception {
    HttpHost[] ways = {proxy(Refusal.NONE).host(), proxy(Refusal.NONE).host(), null};
    TlsPeer peer = peer(protocol);
    Caller caller =
        callers.with(
            callers.trusting(),
            http ->
                http.setRoutePlanner(
                    (target, request, context) -> {
                      HttpHost way = ways[peer.connections() % ways.length];
                      return way == null
                          ? new HttpRoute(target, null, true)
                          : new HttpRoute(target, null, way, true);
                    }));
    for (int i = 0; i < 30; i++) {
      assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(peer.fullHandshakes()).isEqualTo(ways.length);
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2, CHALLENGE",
    "TLSv1.3, CHALLENGE",
    "TLSv1.2, CHALLENGE_AND_CLOSE",
    "TLSv1.3, CHALLENGE_AND_CLOSE"
  })
  void aTunnelIsOpenedWithCredentials(String protocol, Refusal challenge) throws Exception {
    TestProxy proxy = proxy(challenge);
    TlsPeer peer = peer(protocol);
    Caller caller = through(proxy);
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(proxy.challenges.get()).isPositive();
    assertThat(proxy.tunnels).hasValue(3);
    assertThat(peer.fullHandshakes()).isEqualTo(1);
    assertThat(caller.statistics.total().resumed()).isEqualTo(2);
    assertThat(caller.closes(3)).hasSize(3).containsOnly(CloseOutcome.CLOSE_NOTIFY);
  }

  @Test
  void aRefusedTunnelIsAResponseAndLeavesNothing() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    Caller caller = through(proxy(Refusal.FORBID));
    try (CloseableHttpResponse response = caller.http.execute(new HttpGet(peer.url()))) {
      assertThat(response.getStatusLine().getStatusCode()).isEqualTo(403);
    }
    assertThat(caller.available()).isZero();
    assertThat(caller.manager.socketFactory().laneCounts().live()).isZero();
    assertThat(peer.connections()).isZero();
  }

  @Test
  void aTunnelThatEndsBeforeTheHandshakeHasSentNothing() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    Caller caller = through(proxy(Refusal.HANG_UP));
    IOException failure =
        catchThrowableOfType(IOException.class, () -> caller.post(peer.url(), "<a/>"));
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
    assertThat(caller.available()).isZero();
    assertThat(caller.statistics.total().failed()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Refusal.class,
      names = {"NONE", "CHALLENGE", "CHALLENGE_AND_CLOSE"})
  void plainHttpIsForwardedWithoutATunnel(Refusal refusal) throws Exception {
    TestProxy proxy = proxy(refusal);
    Caller caller = through(proxy);
    String url = callers.plain();
    assertThat(caller.get(url)).isEqualTo(TlsPeer.BODY);
    assertThat(caller.get(url)).isEqualTo(TlsPeer.BODY);
    assertThat(proxy.forwarded).hasValue(2);
    assertThat(proxy.tunnels).hasValue(0);
    assertThat(caller.handshakes).isEmpty();
  }

  /** HttpClient's own manager waits for good there. */
  @ParameterizedTest
  @CsvSource({"STALL, false", "STALL_TUNNEL, false", "STALL, true", "STALL_TUNNEL, true"})
  void aProxyThatDoesNotAnswerHoldsNobodyForGood(Refusal refusal, boolean overTls)
      throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    ServerTls tls =
        overTls ? new ServerTls(callers.certificates(), callers.certificates().server()) : null;
    TestProxy proxy = callers.closing(new TestProxy(refusal, tls));
    Caller caller = through(proxy);
    for (RequestConfig config :
        List.of(
            RequestConfig.custom().setSocketTimeout(200).build(),
            RequestConfig.custom().setConnectTimeout(200).build())) {
      HttpGet request = new HttpGet(peer.url());
      request.setConfig(config);
      IOException failure = failureOf(caller, request);
      assertThat(failure).isInstanceOf(InterruptedIOException.class);
      assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
    }
    assertThat(caller.leased()).isZero();
  }

  /** How the call fails, within a time far above its timeouts. */
  private static IOException failureOf(Caller caller, HttpGet request) throws Exception {
    FutureTask<String> call = new FutureTask<>(() -> caller.call(request));
    new Thread(call).start();
    try {
      throw new AssertionError("There was an answer: " + call.get(30, TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      return (IOException) e.getCause();
    } finally {
      request.abort();
    }
  }

  /** Nothing answers the handshake of a proxy that is spoken to over TLS. */
  @Test
  void aProxyThatDoesNotAnswerTheHandshakeHoldsNobodyForGood() throws Exception {
    TlsPeer peer = peer("TLSv1.3").misbehave(Fault.STALL_HANDSHAKE);
    Caller caller =
        callers.with(
            callers.trusting(),
            http -> http.setProxy(new HttpHost("localhost", peer.port(), "https")));
    HttpGet request = new HttpGet("https://localhost:1/");
    request.setConfig(RequestConfig.custom().setSocketTimeout(200).build());
    IOException failure = failureOf(caller, request);
    assertThat(failure).isInstanceOf(InterruptedIOException.class);
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
  }

  /** HttpClient leaves what the SocketConfig says, if the request says nothing. */
  @ParameterizedTest
  @CsvSource({"0, 500, 0", "7000, 7000, 7000"})
  void theTimeoutIsPutBackWhenTheTunnelIsThere(int configured, int within, int after)
      throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    TestProxy proxy = proxy(Refusal.NONE);
    Map<String, Integer> timeouts = new ConcurrentHashMap<>();
    Caller caller =
        callers.with(
            callers.trusting(),
            http ->
                http.setProxy(proxy.host())
                    .setDefaultRequestConfig(
                        RequestConfig.custom().setConnectTimeout(500).setSocketTimeout(-1).build())
                    .setRequestExecutor(
                        new HttpRequestExecutor() {
                          @Override
                          public HttpResponse execute(
                              HttpRequest request, HttpClientConnection conn, HttpContext context)
                              throws IOException, HttpException {
                            timeouts.put(
                                request.getRequestLine().getMethod(), conn.getSocketTimeout());
                            return super.execute(request, conn, context);
                          }
                        }));
    caller.manager.setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(configured).build());
    assertThat(caller.get(peer.url())).isEqualTo(TlsPeer.BODY);
    assertThat(timeouts).containsOnly(Map.entry("CONNECT", within), Map.entry("GET", after));
  }
}
