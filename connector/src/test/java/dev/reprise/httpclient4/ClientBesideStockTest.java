package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.apache.http.ConnectionReuseStrategy;
import org.apache.http.HttpHost;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.impl.execchain.RequestAbortedException;
import org.apache.http.util.EntityUtils;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same calls by a client with HttpClient's own manager and by one with ours. */
class ClientBesideStockTest {

  private static final ConnectionReuseStrategy ALWAYS = (response, context) -> true;

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private PoolingHttpClientConnectionManager manager(
      boolean stock, ConnectionReuseStrategy strategy) throws Exception {
    if (stock) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, certificates.trustManagers(), null);
      return new PoolingHttpClientConnectionManager(
          RegistryBuilder.<ConnectionSocketFactory>create()
              .register("https", new SSLConnectionSocketFactory(context))
              .build());
    }
    ResumingConnectionManager.Builder builder =
        ResumingConnectionManager.builder()
            .tls(TlsSettings.builder().trustManagers(certificates.trustManagers()).build());
    if (strategy != null) {
      builder.connectionReuseStrategy(strategy);
    }
    ResumingConnectionManager manager = builder.build();
    nothingLeftOver.watchLeases(() -> manager.socketFactory().laneCounts().leased());
    return manager;
  }

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
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.STALL);
        CloseableHttpClient client = client(manager(stock, null)).build()) {
      HttpGet get = new HttpGet(peer.url());
      get.setConfig(RequestConfig.custom().setConnectTimeout(300).build());
      Future<CloseableHttpResponse> call = threads.submit(() -> client.execute(get));
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
    PoolingHttpClientConnectionManager manager = manager(stock, told ? ALWAYS : null);
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, each);
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

  /** What ends as it is used again is not an answer that was cut off: the request is sent again. */
  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aConnectionThatWasKeptAgainstItsWordMayEnd(boolean stock) throws Exception {
    AtomicInteger requests = new AtomicInteger();
    ScriptedPeer.Script script =
        tls -> ScriptedPeer.answer(tls, () -> requests.incrementAndGet() != 2);
    PoolingHttpClientConnectionManager manager = manager(stock, stock ? null : ALWAYS);
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script);
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(manager)
                .setConnectionReuseStrategy(ALWAYS)
                .build()) {
      for (int i = 0; i < 2; i++) {
        try (CloseableHttpResponse response =
            client.execute(new HttpGet("https://localhost:" + peer.port() + "/"))) {
          assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(TlsPeer.BODY);
        }
      }
      assertThat(requests).hasValue(3);
      assertThat(peer.connections()).isEqualTo(2);
    }
  }

  private static boolean answer(SSLSocket tls, String head) throws IOException {
    boolean asked = ScriptedPeer.readRequest(tls);
    if (asked) {
      tls.getOutputStream()
          .write((head + "Content-Length: 0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }
    return asked;
  }

  /** Says 401 to the first request of a connection that has no credentials. */
  private static void authenticated(SSLSocket tls) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = tls.getInputStream().read();
      if (b < 0) {
        return;
      }
      head.append((char) b);
    }
    String status =
        head.indexOf("Authorization") < 0
            ? "HTTP/1.0 401 Who\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"
            : "HTTP/1.0 200 OK\r\n";
    tls.getOutputStream()
        .write((status + "Content-Length: 0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    tls.getInputStream().read();
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void whoWaitsWhenTheManagerIsShutDownIsToldSo(boolean stock) throws Exception {
    PoolingHttpClientConnectionManager manager = manager(stock, null);
    manager.setMaxTotal(1);
    manager
        .requestConnection(new HttpRoute(new HttpHost("localhost", 1, "https")), null)
        .get(0, TimeUnit.SECONDS);
    try (CloseableHttpClient client = client(manager).build()) {
      Future<CloseableHttpResponse> call =
          threads.submit(() -> client.execute(new HttpGet("https://localhost:1/")));
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
    PoolingHttpClientConnectionManager manager = manager(stock, null);
    HttpRoute route = new HttpRoute(new HttpHost("localhost", 1, "https"));
    assertThatThrownBy(() -> manager.releaseConnection(null, null, 0, TimeUnit.SECONDS))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> manager.connect(null, route, 0, null))
        .isInstanceOf(IllegalArgumentException.class);
    manager.close();
  }

  /** BCJSSE tells of it by an exception that HttpClient would try again. */
  @Test
  void anotherHostsCertificateIsMetOnce() throws Exception {
    ResumingConnectionManager manager =
        ResumingConnectionManager.builder()
            .tls(
                TlsSettings.builder()
                    .trustManagers(certificates.trustManagers())
                    .provider(new BouncyCastleJsseProvider(new BouncyCastleProvider()))
                    .build())
            .build();
    try (TlsPeer peer =
            new TlsPeer(
                certificates.keyManagers(certificates.serverOf("other.example")),
                certificates.trustManagers(),
                false,
                "TLSv1.3");
        CloseableHttpClient client = HttpClients.custom().setConnectionManager(manager).build()) {
      assertThatThrownBy(() -> client.execute(new HttpGet(peer.url())))
          .isInstanceOf(SSLException.class);
      assertThat(peer.connections()).isEqualTo(1);
    }
  }
}
