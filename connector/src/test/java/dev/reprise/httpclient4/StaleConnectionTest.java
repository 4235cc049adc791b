package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.TlsPeer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.http.HttpConnection;
import org.apache.http.HttpResponseInterceptor;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpCoreContext;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With {@code Duration.ZERO} a pooled connection is checked whenever it is used again. */
@Tag("each-httpclient")
class StaleConnectionTest {

  @RegisterExtension final Callers callers = new Callers();
  private HttpProxy proxy;

  private Caller caller(Consumer<HttpClientBuilder> settings) throws Exception {
    proxy = callers.proxy();
    return callers.with(
        callers.trusting(),
        pool -> pool.validateAfterInactivity(Duration.ZERO),
        http -> settings.accept(http.setProxy(Callers.host(proxy))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void oneThatPassesTheCheckIsReusedAndOneThatEndedIsReplaced(String protocol) throws Exception {
    TlsPeer peer = callers.peer(protocol).misbehave(Fault.KEEP_ALIVE);
    Caller caller = caller(http -> {});
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(caller.handshakes).hasSize(1);

    proxy.hangUp();
    letTheClockMove();
    assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    assertThat(caller.statistics.total().resumed()).isEqualTo(1);
    assertThat(caller.available()).isEqualTo(1);
  }

  /** The pool tries the one first that came back last. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anotherOneThatIsAliveIsTriedNext(String protocol) throws Exception {
    TlsPeer peer = callers.peer(protocol).misbehave(Fault.KEEP_ALIVE);
    Caller caller = caller(http -> {});
    try (CloseableHttpResponse first = caller.http.execute(new HttpGet(peer.url()));
        CloseableHttpResponse second = caller.http.execute(new HttpGet(peer.url()))) {
      EntityUtils.consume(first.getEntity());
      EntityUtils.consume(second.getEntity());
    }
    assertThat(caller.available()).isEqualTo(2);
    proxy.hangUp(1);
    letTheClockMove();
    assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    assertThat(caller.handshakes).hasSize(2);
    assertThat(caller.available()).isEqualTo(1);
  }

  @Test
  void whatReplacesADeadOneIsNew() throws Exception {
    TlsPeer peer = callers.peer("TLSv1.3").misbehave(Fault.KEEP_ALIVE);
    List<Long> requests = new ArrayList<>();
    List<Object> marks = new ArrayList<>();
    Caller caller =
        caller(
            http ->
                http.addInterceptorLast(
                    (HttpResponseInterceptor)
                        (response, context) -> {
                          HttpConnection connection =
                              HttpCoreContext.adapt(context).getConnection();
                          requests.add(connection.getMetrics().getRequestCount());
                          marks.add(((HttpContext) connection).getAttribute("mark"));
                          ((HttpContext) connection).setAttribute("mark", "used");
                        }));
    caller.manager.setMaxTotal(1);
    caller.get(peer.url());
    letTheClockMove();
    caller.get(peer.url());
    proxy.hangUp();
    letTheClockMove();
    caller.get(peer.url());
    // The CONNECT counts.
    assertThat(requests).containsExactly(2L, 3L, 2L);
    assertThat(marks).containsExactly(null, "used", null);
    assertThat(caller.available()).isEqualTo(1);
  }

  /** HttpClient reckons in milliseconds. */
  private static void letTheClockMove() {
    long start = System.currentTimeMillis();
    while (System.currentTimeMillis() - start < 2) {
      Thread.onSpinWait();
    }
  }
}
