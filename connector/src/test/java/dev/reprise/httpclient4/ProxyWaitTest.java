package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.HttpProxy.Refusal;
import dev.reprise.testkit.ServerTls;
import dev.reprise.testkit.TlsPeer;
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
import org.junit.jupiter.params.provider.ValueSource;

/** How long a proxy is waited for, and that each way to a server resumes. */
@Tag("each-httpclient")
class ProxyWaitTest {

  @RegisterExtension final Callers callers = new Callers();

  private HttpProxy proxy(Refusal refusal) throws IOException {
    return callers.closing(new HttpProxy(refusal));
  }

  /** JSSE finds a session by the TCP port, which is that of the proxy. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void oneServerIsResumedByEachWayToIt(String protocol) throws Exception {
    HttpHost[] ways = {Callers.host(proxy(Refusal.NONE)), Callers.host(proxy(Refusal.NONE)), null};
    TlsPeer peer = callers.peer(protocol);
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
    for (int i = 0; i < 9; i++) {
      assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(peer.fullHandshakes()).isEqualTo(ways.length);
  }

  /** HttpClient's own manager waits for good there. */
  @ParameterizedTest
  @CsvSource({"STALL, false", "STALL_TUNNEL, false", "STALL, true", "STALL_TUNNEL, true"})
  void aProxyThatDoesNotAnswerHoldsNobodyForGood(Refusal refusal, boolean overTls)
      throws Exception {
    TlsPeer peer = callers.peer("TLSv1.3");
    ServerTls tls =
        overTls ? new ServerTls(callers.certificates(), callers.certificates().server()) : null;
    HttpProxy proxy = callers.closing(new HttpProxy(refusal, tls));
    Caller caller = callers.with(callers.trusting(), http -> http.setProxy(Callers.host(proxy)));
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
    TlsPeer peer = callers.peer("TLSv1.3").misbehave(Fault.STALL_HANDSHAKE);
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
  @CsvSource({"0, 20000, 0", "7000, 7000, 7000"})
  void theTimeoutIsPutBackWhenTheTunnelIsThere(int configured, int within, int after)
      throws Exception {
    TlsPeer peer = callers.peer("TLSv1.3");
    HttpProxy proxy = proxy(Refusal.NONE);
    Map<String, Integer> timeouts = new ConcurrentHashMap<>();
    Caller caller =
        callers.with(
            callers.trusting(),
            http ->
                http.setProxy(Callers.host(proxy))
                    .setDefaultRequestConfig(
                        RequestConfig.custom()
                            .setConnectTimeout(20_000)
                            .setSocketTimeout(-1)
                            .build())
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
