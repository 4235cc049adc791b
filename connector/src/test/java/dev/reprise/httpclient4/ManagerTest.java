package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.reprise.http.RequestProgress;
import dev.reprise.httpclient.Call;
import dev.reprise.httpclient.Client;
import dev.reprise.httpclient.Client4;
import dev.reprise.httpclient.Clients;
import dev.reprise.httpclient.Library;
import dev.reprise.httpclient.Setup;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.HttpProxy.Refusal;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpConnection;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.HttpResponseInterceptor;
import org.apache.http.MessageConstraintException;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.config.MessageConstraints;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.HttpConnectionFactory;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.routing.HttpRoutePlanner;
import org.apache.http.conn.routing.RouteInfo.LayerType;
import org.apache.http.conn.routing.RouteInfo.TunnelType;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.conn.DefaultManagedHttpClientConnection;
import org.apache.http.impl.conn.ManagedHttpClientConnectionFactory;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.impl.execchain.RequestAbortedException;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpCoreContext;
import org.apache.http.protocol.HttpRequestExecutor;
import org.apache.http.util.VersionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What HttpClient 4.5 alone has: its manager's setters, parts and calls work on ours as on it. */
@Tag("each-httpclient")
class ManagerTest extends Clients {

  private static final SocketConfig UNUSUAL =
      SocketConfig.custom()
          .setSoTimeout(12_345)
          .setSoLinger(7)
          .setTcpNoDelay(false)
          .setSoKeepAlive(true)
          .setSoReuseAddress(true)
          .build();

  private Client4 client(boolean stock, Consumer<Setup> settings) throws Exception {
    return with4(
        setup -> {
          setup.manager = stock ? Setup.Manager.STOCK : Setup.Manager.OURS;
          settings.accept(setup);
        });
  }

  private static void watch(HttpClientBuilder http, Consumer<ManagedHttpClientConnection> watcher) {
    http.addInterceptorLast(
        (HttpResponseInterceptor)
            (response, context) ->
                watcher.accept(
                    HttpCoreContext.adapt(context)
                        .getConnection(ManagedHttpClientConnection.class)));
  }

  @Test
  @EnabledIfSystemProperty(named = "httpclient4.version", matches = ".+")
  void theVersionIsTheOneThatIsMeant() {
    assertThat(version("org.apache.http.client", HttpClient.class))
        .isEqualTo(System.getProperty("httpclient4.version"));
    assertThat(version("org.apache.http", HttpConnection.class))
        .isEqualTo(System.getProperty("httpcore4.version"));
  }

  private static String version(String library, Class<?> member) {
    return VersionInfo.loadVersionInfo(library, member.getClassLoader()).getRelease();
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aConnectTimeoutAloneBoundsTheResponseToo(boolean stock) throws Exception {
    TlsPeer peer = peer().misbehave(Fault.STALL);
    Client4 client =
        client(
            stock,
            setup -> {
              setup.connectMillis = 300;
              setup.responseMillis = -1;
            });
    Future<String> call = threads.submit(() -> client.get(peer.url()));
    assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
        .hasCauseInstanceOf(SocketTimeoutException.class);
  }

  /** Which are kept without a word; by default HTTP/1.0 keeps none, and Reprise closes them. */
  @ParameterizedTest(name = "stock: {0}")
  @CsvSource({"true, 1", "false, 4"})
  void aStrategyThatKeepsConnectionsIsServed(boolean stock, int connections) throws Exception {
    TlsPeer peer =
        peer()
            .answer(
                request ->
                    Answer.raw(
                            ((request.header("Authorization") == null
                                        ? "HTTP/1.0 401 Who\r\nWWW-Authenticate: Basic realm=x\r\n"
                                        : "HTTP/1.0 200 OK\r\n")
                                    + "Content-Length: 0\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII))
                        .keptAlive());
    Client4 client =
        client(
            stock,
            setup -> {
              setup.user = HttpProxy.USER;
              setup.keepAll = true;
            });
    for (int i = 0; i < 2; i++) {
      assertThat(client.execute(Call.get(peer.url()), ManagerTest::consumed)).isEqualTo(200);
    }
    assertThat(peer.connections()).isEqualTo(connections);
  }

  private static int consumed(int status, InputStream body) throws IOException {
    body.readAllBytes();
    return status;
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void whoWaitsWhenTheManagerIsShutDownIsToldSo(boolean stock) throws Exception {
    Client4 client = client(stock, setup -> setup.maxTotal = 1);
    client.takeConnection();
    Future<String> call = threads.submit(() -> client.get("https://localhost:1/"));
    Eventually.holds(() -> client.manager.getTotalStats().getPending() > 0);
    client.shutDown(true);
    assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
        .hasCauseInstanceOf(RequestAbortedException.class);
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void socketOptionsAreSet(boolean stock) throws Exception {
    TlsPeer peer = peer();
    List<String> options = new ArrayList<>();
    Client4 client =
        client(
            stock,
            setup -> {
              setup.responseMillis = -1;
              setup.client4 = http -> watch(http, each -> options.add(options(each.getSocket())));
            });
    client.manager.setDefaultSocketConfig(UNUSUAL);
    client.get(peer.url());
    client.manager.setSocketConfig(
        new HttpHost("localhost", peer.port(), "https"),
        SocketConfig.copy(UNUSUAL).setSoTimeout(23_456).setTcpNoDelay(true).build());
    client.get(peer.url());
    assertThat(options).containsExactly("12345 7 false true true", "23456 7 true true true");
  }

  private static String options(Socket socket) {
    try {
      return (socket.getSoTimeout() + " " + socket.getSoLinger() + " " + socket.getTcpNoDelay())
          + (" " + socket.getKeepAlive() + " " + socket.getReuseAddress());
    } catch (SocketException e) {
      return e.toString();
    }
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void connectionsAreConfigured(boolean stock) throws Exception {
    Client4 client = client(stock, setup -> {});
    client.manager.setDefaultConnectionConfig(
        ConnectionConfig.custom()
            .setMessageConstraints(MessageConstraints.custom().setMaxHeaderCount(1).build())
            .build());
    assertThatThrownBy(() -> client.get(peer().url()))
        .isInstanceOf(MessageConstraintException.class);
  }

  /** HttpClient leaves what the SocketConfig says, if the request says nothing. */
  @ParameterizedTest
  @CsvSource({"0, 20000, 0", "7000, 7000, 7000"})
  void theTimeoutIsPutBackWhenTheTunnelIsThere(int configured, int within, int after)
      throws Exception {
    HttpProxy proxy = proxy();
    Map<String, Integer> timeouts = new ConcurrentHashMap<>();
    HttpRequestExecutor executor =
        new HttpRequestExecutor() {
          @Override
          public HttpResponse execute(
              HttpRequest request, HttpClientConnection connection, HttpContext context)
              throws IOException, HttpException {
            timeouts.put(request.getRequestLine().getMethod(), connection.getSocketTimeout());
            return super.execute(request, connection, context);
          }
        };
    Client4 client =
        with4(
            setup -> {
              setup.proxy = proxy.port();
              setup.connectMillis = 20_000;
              setup.responseMillis = -1;
              setup.client4 = http -> http.setRequestExecutor(executor);
            });
    client.manager.setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(configured).build());
    assertThat(client.get(peer("TLSv1.3").url())).isEqualTo(TlsPeer.BODY);
    assertThat(timeouts).containsOnly(Map.entry("CONNECT", within), Map.entry("GET", after));
  }

  /** The connections of a user's own factory do the work, and close as all others do. */
  @Test
  void anOwnFactoryIsUsedAndItsConnectionsAreSeen() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    List<ManagedHttpClientConnection> made = new ArrayList<>();
    List<Object> seen = new ArrayList<>();
    Client client =
        waiting(
            Library.HTTPCLIENT4,
            setup -> {
              setup.manager4 =
                  pool ->
                      pool.connectionFactory(
                          (route, config) -> {
                            ManagedHttpClientConnection own =
                                ManagedHttpClientConnectionFactory.INSTANCE.create(route, config);
                            made.add(own);
                            ((HttpContext) own).setAttribute("number", made.size());
                            return own;
                          });
              setup.client4 =
                  http ->
                      watch(
                          http,
                          connection -> {
                            assertThat(connection.getMetrics().getSentBytesCount()).isPositive();
                            seen.add(
                                ((HttpContext) connection).getAttribute("number")
                                    + connection.getSSLSession().getProtocol());
                          });
            });
    for (int i = 0; i < 3; i++) {
      assertThat(client.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(made).extracting(each -> each.getMetrics().getRequestCount()).containsOnly(1L);
    assertThat(made).extracting(each -> each.getMetrics().getResponseCount()).containsOnly(1L);
    assertThat(seen).containsExactly("1TLSv1.3", "2TLSv1.3", "3TLSv1.3");
    assertThat(client.closes(3)).hasSize(3).containsOnly(CloseOutcome.CLOSE_NOTIFY);
    assertThat(peer.fullHandshakes()).isEqualTo(1);
  }

  private Client4 making(HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> factory)
      throws Exception {
    return with4(setup -> setup.manager4 = pool -> pool.connectionFactory(factory));
  }

  /** The second flush is the one of the close. */
  @Test
  void aConnectionThatCannotBeFlushedIsClosedAllTheSame() throws Exception {
    AtomicInteger flushes = new AtomicInteger();
    Client4 client =
        making(
            (route, config) ->
                new DefaultManagedHttpClientConnection("own", 8 * 1024) {
                  @Override
                  public void flush() throws IOException {
                    if (flushes.incrementAndGet() > 1) {
                      throw new IOException("broken");
                    }
                    super.flush();
                  }
                });
    assertThat(client.get(peer("TLSv1.3").url())).isEqualTo(TlsPeer.BODY);
    assertThat(flushes).hasValueGreaterThan(1);
    assertThat(client.available()).as("dead connections in the pool").isZero();
  }

  @Test
  void aConnectionOfAUsersMakingNeedNotBeAnHttpContext() throws Exception {
    Client4 client =
        making(
            (route, config) -> {
              Object made = ManagedHttpClientConnectionFactory.INSTANCE.create(route, config);
              return implemented(
                  ManagedHttpClientConnection.class,
                  (proxy, method, arguments) -> method.invoke(made, arguments));
            });
    assertThat(client.get(peer("TLSv1.3").url())).isEqualTo(TlsPeer.BODY);
  }

  /** The request is aborted as the pool hands over a connection that one user has used. */
  @Test
  @Timeout(30)
  void aConnectionTakenForOneThatGivesUpIsGivenToNoOther() throws Exception {
    TlsPeer peer = peer("TLSv1.3").misbehave(Fault.KEEP_ALIVE);
    HttpRoute route = new HttpRoute(new HttpHost("localhost", peer.port(), "https"), null, true);
    CountDownLatch handingOver = new CountDownLatch(1);
    CountDownLatch givenUp = new CountDownLatch(1);
    AtomicInteger callsUntilSlow = new AtomicInteger();
    // The pool sets the timeout of a connection as it takes it back, and as it hands it over.
    PoolingHttpClientConnectionManager manager =
        making(
                (target, config) ->
                    new DefaultManagedHttpClientConnection("slow", 8 * 1024) {
                      @Override
                      public void setSocketTimeout(int timeout) {
                        if (callsUntilSlow.decrementAndGet() == 0) {
                          handingOver.countDown();
                          Eventually.holds(() -> givenUp.getCount() == 0);
                        }
                        super.setSocketTimeout(timeout);
                      }
                    })
            .manager;
    HttpClientConnection connection =
        manager.requestConnection(route, "alice").get(5, TimeUnit.SECONDS);
    BasicHttpContext context = new BasicHttpContext();
    manager.connect(connection, route, 10_000, context);
    manager.routeComplete(connection, route, context);
    manager.releaseConnection(connection, "alice", 1, TimeUnit.HOURS);
    callsUntilSlow.set(1);
    ConnectionRequest request = manager.requestConnection(route, "alice");
    Future<?> caller = threads.submit(() -> request.get(20, TimeUnit.SECONDS));
    handingOver.await();
    assertThat(request.cancel()).isTrue();
    givenUp.countDown();
    assertThatThrownBy(caller::get).hasRootCauseInstanceOf(CancellationException.class);

    HttpClientConnection anybodys = manager.requestConnection(route, null).get(5, TimeUnit.SECONDS);
    assertThat(anybodys.isOpen()).as("a connection that somebody has used").isFalse();
    manager.releaseConnection(anybodys, null, 0, TimeUnit.SECONDS);
  }

  /**
   * With {@code Duration.ZERO} a pooled connection is checked whenever it is used again. The pool
   * tries the one first that came back last.
   */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aConnectionThatEndedIsReplacedByOneThatIsAliveOrNew(String protocol) throws Exception {
    HttpProxy proxy = proxy();
    TlsPeer peer = peer(protocol).misbehave(Fault.KEEP_ALIVE);
    List<String> seen = new ArrayList<>();
    Client4 client =
        with4(
            setup -> {
              setup.proxy = proxy.port();
              setup.manager4 = pool -> pool.validateAfterInactivity(Duration.ZERO);
              setup.client4 =
                  http ->
                      watch(
                          http,
                          connection -> {
                            HttpContext marks = (HttpContext) connection;
                            long requests = connection.getMetrics().getRequestCount();
                            seen.add(requests + " " + marks.getAttribute("mark"));
                            marks.setAttribute("mark", "used");
                          });
            });
    client.execute(
        Call.get(peer.url()),
        (status, body) -> {
          assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
          return body.readAllBytes();
        });
    assertThat(client.available()).isEqualTo(2);
    proxy.hangUp(0);
    for (int i = 0; i < 2; i++) {
      letTheClockMove();
      assertThat(client.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
      assertThat(client.available()).isEqualTo(1);
      proxy.hangUp();
    }
    // The CONNECT counts.
    assertThat(seen).containsExactly("2 null", "2 null", "3 used", "2 null");
    assertThat(client.handshakes).hasSize(3);
  }

  /** Zero counts as a millisecond. */
  private static void letTheClockMove() {
    long start = System.currentTimeMillis();
    while (System.currentTimeMillis() - start < 2) {
      Thread.onSpinWait();
    }
  }

  /** Who switches HttpClient's logs of the wire on sees what HttpClient by itself would log. */
  @ParameterizedTest
  @ValueSource(strings = {"org.apache.http.wire", "org.apache.http.headers"})
  void theWireLogIsThatOfTheStockFactory(String name) throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(name);
    logger.setLevel(Level.DEBUG);
    logger.setAdditive(false);
    logger.addAppender(log);
    try {
      assertThat(client(true, setup -> {}).post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
      List<String> expected = lines(log);
      log.list.clear();
      assertThat(client(false, setup -> {}).post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
      assertThat(expected).anyMatch(line -> line.contains("POST / HTTP/1.1"));
      assertThat(expected).anyMatch(line -> line.contains("HTTP/1.1 200 OK"));
      assertThat(lines(log)).isEqualTo(expected);
    } finally {
      logger.setLevel(null);
      logger.setAdditive(true);
      logger.detachAppender(log);
    }
  }

  /** What was logged, without the connections' numbers. */
  private static List<String> lines(ListAppender<ILoggingEvent> log) {
    return log.list.stream()
        .map(event -> event.getFormattedMessage().replaceFirst("http-outgoing-\\d+", "connection"))
        .collect(Collectors.toList());
  }

  private static RequestProgress progress(
      Client4 client, HttpUriRequest request, HttpContext context) {
    return RequestProgress.of(catchThrowable(() -> client.http.execute(request, context)));
  }

  /** As by a user's own socket factory, of whatever making. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsSentWhereNoSocketIsMade(boolean unchecked) throws Exception {
    PlainConnectionSocketFactory socks =
        new PlainConnectionSocketFactory() {
          @Override
          public Socket createSocket(HttpContext context) throws IOException {
            if (unchecked) {
              throw new IllegalStateException("no socket");
            }
            throw new SocketException("SOCKS: not allowed");
          }
        };
    HttpClientContext context = HttpClientContext.create();
    context.setAttribute(
        "http.socket-factory-registry",
        RegistryBuilder.<ConnectionSocketFactory>create().register("http", socks).build());
    assertThat(progress(with4(setup -> {}), new HttpGet("http://localhost:1/"), context))
        .isEqualTo(RequestProgress.NOT_SENT);
  }

  /** A proxy that answers the CONNECT to the new location and goes away. */
  @Test
  void itIsNotKnownOfARedirectThroughAProxyThatFails() throws Exception {
    HttpHost proxy = new HttpHost("localhost", closing(new HttpProxy(Refusal.HANG_UP)).port());
    TlsPeer peer = peer();
    peer.answer(request -> Answer.of(303, "").with("Location", "https://elsewhere.invalid/"));
    HttpRoutePlanner planner =
        (target, request, context) ->
            target.getHostName().equals("localhost")
                ? new HttpRoute(target, null, true)
                : new HttpRoute(target, null, proxy, true, TunnelType.TUNNELLED, LayerType.LAYERED);
    Client4 client = with4(setup -> setup.client4 = http -> http.setRoutePlanner(planner));
    assertThat(progress(client, new HttpPost(peer.url()), null)).isEqualTo(RequestProgress.UNKNOWN);
  }
}
