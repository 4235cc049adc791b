package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Fault;
import dev.reprise.testkit.Request;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.apache.http.ConnectionReuseStrategy;
import org.apache.http.HttpHost;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.DefaultConnectionReuseStrategy;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.impl.execchain.RequestAbortedException;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same calls by a client with HttpClient's own manager and by one with ours. */
class ClientBesideStockTest {

  private static final ConnectionReuseStrategy ALWAYS = (response, context) -> true;

  @RegisterExtension final Callers callers = new Callers();

  private HttpClientBuilder client(PoolingHttpClientConnectionManager manager) {
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(AuthScope.ANY, new UsernamePasswordCredentials("user", "secret"));
    return HttpClients.custom()
        .setConnectionManager(manager)
        .setDefaultCredentialsProvider(credentials)
        .disableAutomaticRetries();
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aConnectTimeoutAloneBoundsTheResponseToo(boolean stock) throws Exception {
    try (TlsPeer peer = callers.peer().misbehave(Fault.STALL);
        CloseableHttpClient client = client(callers.manager(stock, pool -> {})).build()) {
      HttpGet get = new HttpGet(peer.url());
      get.setConfig(RequestConfig.custom().setConnectTimeout(300).build());
      Future<CloseableHttpResponse> call = callers.threads.submit(() -> client.execute(get));
      assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(SocketTimeoutException.class);
    }
  }

  @ParameterizedTest(name = "stock: {0}, told of the strategy: {1}")
  @CsvSource({"true, false, 1", "false, true, 1", "false, false, 4"})
  void aStrategyThatKeepsConnectionsIsServed(boolean stock, boolean told, int connections)
      throws Exception {
    ScriptedPeer.Script script =
        tls -> {
          answer(tls, "HTTP/1.0 401 Who\r\nWWW-Authenticate: Basic realm=\"x\"\r\n");
          while (answer(tls, "HTTP/1.0 200 OK\r\n")) {
            // Connections are kept, without a word.
          }
        };
    ScriptedPeer.Script each = stock || told ? script : ClientBesideStockTest::authenticated;
    PoolingHttpClientConnectionManager manager =
        callers.manager(
            stock,
            pool ->
                pool.connectionReuseStrategy(
                    told ? ALWAYS : DefaultConnectionReuseStrategy.INSTANCE));
    try (ScriptedPeer peer = ScriptedPeer.start(callers.certificates(), each);
        CloseableHttpClient client = client(manager).setConnectionReuseStrategy(ALWAYS).build()) {
      for (int i = 0; i < 2; i++) {
        try (CloseableHttpResponse response =
            client.execute(new HttpGet("https://localhost:" + peer.port() + "/"))) {
          EntityUtils.consume(response.getEntity());
          assertThat(response.getStatusLine().getStatusCode()).isEqualTo(200);
        }
      }
      assertThat(peer.connections()).isEqualTo(connections);
    }
  }

  private static boolean answer(SSLSocket tls, String head) throws IOException {
    boolean asked = ScriptedPeer.readRequest(tls);
    if (asked) {
      write(tls, head);
    }
    return asked;
  }

  private static void write(SSLSocket tls, String head) throws IOException {
    tls.getOutputStream()
        .write((head + "Content-Length: 0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  /** Says 401 to the first request of a connection that has no credentials. */
  private static void authenticated(SSLSocket tls) throws IOException {
    Request request = Request.readHead(tls.getInputStream());
    if (request != null) {
      write(
          tls,
          request.header("Authorization") == null
              ? "HTTP/1.0 401 Who\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"
              : "HTTP/1.0 200 OK\r\n");
      tls.getInputStream().read();
    }
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void whoWaitsWhenTheManagerIsShutDownIsToldSo(boolean stock) throws Exception {
    PoolingHttpClientConnectionManager manager = callers.manager(stock, pool -> {});
    manager.setMaxTotal(1);
    manager
        .requestConnection(new HttpRoute(new HttpHost("localhost", 1, "https")), null)
        .get(0, TimeUnit.SECONDS);
    try (CloseableHttpClient client = client(manager).build()) {
      Future<CloseableHttpResponse> call =
          callers.threads.submit(() -> client.execute(new HttpGet("https://localhost:1/")));
      while (manager.getTotalStats().getPending() == 0) {
        Thread.onSpinWait();
      }
      manager.shutdown();
      assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(RequestAbortedException.class);
    }
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void noConnectionIsNoArgument(boolean stock) throws Exception {
    PoolingHttpClientConnectionManager manager = callers.manager(stock, pool -> {});
    HttpRoute route = new HttpRoute(new HttpHost("localhost", 1, "https"));
    assertThatThrownBy(() -> manager.releaseConnection(null, null, 0, TimeUnit.SECONDS))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> manager.connect(null, route, 0, null))
        .isInstanceOf(IllegalArgumentException.class);
    manager.close();
  }

  /** A strategy of the user's, of which the manager is not told, keeps what the peer closes. */
  @Test
  void whatThePeerHasClosedIsNotKept() throws Exception {
    TlsPeer peer = callers.peer().answer("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    Caller caller =
        callers.with(
            callers.trusting().closeTimeout(Caller.LONG_WAIT),
            http -> http.setConnectionReuseStrategy(ALWAYS));
    for (int i = 0; i < 2; i++) {
      assertThat(caller.get(peer.url())).isEmpty();
      assertThat(caller.available()).isZero();
    }
  }
}
