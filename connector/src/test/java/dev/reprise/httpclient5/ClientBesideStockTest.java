package dev.reprise.httpclient5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.SocksProxy;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import dev.reprise.tls.TruncatedStreamException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpHead;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ConnectionReuseStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same calls by HttpClient 5 with its own manager and with ours. */
class ClientBesideStockTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final TlsStatistics statistics = new TlsStatistics();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() throws Exception {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
  }

  private TlsSettings.Builder settings() {
    return TlsSettings.builder()
        .trustManagers(certificates.trustManagers())
        .closeTimeout(Duration.ofSeconds(2))
        .addListener(statistics);
  }

  private ResumingConnectionManagerBuilder reprise(TlsSettings settings) {
    ResumingSslSocketFactory sockets = new ResumingSslSocketFactory(settings);
    nothingLeftOver.watchLeases(() -> sockets.laneCounts().leased());
    return ResumingConnectionManagerBuilder.create().socketFactory(sockets);
  }

  private PoolingHttpClientConnectionManagerBuilder manager(boolean stock) throws Exception {
    PoolingHttpClientConnectionManagerBuilder builder;
    if (stock) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, certificates.trustManagers(), null);
      builder =
          PoolingHttpClientConnectionManagerBuilder.create()
              .setTlsSocketStrategy(new DefaultClientTlsStrategy(context));
    } else {
      builder = reprise(settings().build());
    }
    return builder.setMaxConnPerRoute(50).setMaxConnTotal(50);
  }

  private static HttpClientBuilder client(PoolingHttpClientConnectionManagerBuilder manager) {
    return HttpClients.custom()
        .setConnectionManager(manager.build())
        .disableAutomaticRetries()
        .setDefaultRequestConfig(
            RequestConfig.custom().setResponseTimeout(Timeout.ofMilliseconds(2000)).build());
  }

  private static String call(CloseableHttpClient client, ClassicHttpRequest request)
      throws IOException {
    return client.execute(
        request,
        response ->
            response.getCode()
                + " "
                + (response.getEntity() == null ? "" : EntityUtils.toString(response.getEntity())));
  }

  private static String get(CloseableHttpClient client, String url) throws IOException {
    return call(client, new HttpGet(url));
  }

  private static final String OK = "200 " + TlsPeer.BODY;

  static List<Arguments> answers() {
    String chunked = "5\r\n<ok/>\r\n0\r\n\r\n";
    List<Arguments> all =
        List.of(
            Arguments.of("Content-Length: 5\r\nConnection: close\r\n\r\n<ok/>", OK),
            Arguments.of("Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunked, OK),
            Arguments.of("Connection: close\r\n\r\n<ok/>", OK),
            Arguments.of("Content-Length: 0\r\nConnection: close\r\n\r\n", "200 "));
    return List.of(true, false).stream()
        .flatMap(
            stock -> all.stream().map(each -> Arguments.of(stock, each.get()[0], each.get()[1])))
        .collect(Collectors.toList());
  }

  @ParameterizedTest(name = "stock: {0}, {1}")
  @MethodSource("answers")
  void everyKindOfAnswerIsRead(boolean stock, String answer, String read) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates).answer("HTTP/1.1 200 OK\r\n" + answer);
        CloseableHttpClient client = client(manager(stock)).build()) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(client, peer.url())).isEqualTo(read);
      }
      assertThat(peer.requests()).isEqualTo(3);
    }
  }

  @ParameterizedTest(name = "stock: {0}, {1}")
  @MethodSource("heads")
  void noBodyIsWaitedForWhereThereIsNone(boolean stock, String status, boolean head)
      throws Exception {
    try (TlsPeer peer =
            TlsPeer.start(certificates)
                .answer("HTTP/1.1 " + status + "\r\nConnection: close\r\n\r\n");
        CloseableHttpClient client = client(manager(stock)).build()) {
      ClassicHttpRequest request = head ? new HttpHead(peer.url()) : new HttpGet(peer.url());
      assertThat(call(client, request)).startsWith(status.substring(0, 3));
    }
    if (!stock) {
      assertThat(statistics.total().closes()).containsEntry(CloseOutcome.CLOSE_NOTIFY, 1L);
    }
  }

  static List<Arguments> heads() {
    return List.of(
        Arguments.of(true, "200 OK", true),
        Arguments.of(false, "200 OK", true),
        Arguments.of(true, "204 No Content", false),
        Arguments.of(false, "204 No Content", false),
        Arguments.of(true, "304 Not Modified", false),
        Arguments.of(false, "304 Not Modified", false));
  }

  @ParameterizedTest(name = "stock: {0}, {1}")
  @MethodSource("faults")
  void faultsAreMetAlike(boolean stock, Fault fault, Class<? extends Exception> met)
      throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(fault);
        CloseableHttpClient client = client(manager(stock)).build()) {
      if (met == null) {
        assertThat(get(client, peer.url())).isEqualTo(OK);
      } else {
        assertThatThrownBy(() -> get(client, peer.url())).isInstanceOf(met);
      }
    }
  }

  static List<Arguments> faults() {
    List<Arguments> all =
        List.of(
            Arguments.of(Fault.HOLD_OPEN, null),
            Arguments.of(Fault.CLOSE_WITHOUT_CLOSE_NOTIFY, null),
            Arguments.of(Fault.RESET_AFTER_RESPONSE, null),
            Arguments.of(Fault.DATA_AFTER_RESPONSE, null),
            Arguments.of(Fault.FLOOD_AFTER_RESPONSE, null),
            Arguments.of(Fault.TRICKLE_AFTER_RESPONSE, null),
            Arguments.of(Fault.CLOSE_DELIMITED, null),
            Arguments.of(Fault.STALL, SocketTimeoutException.class),
            Arguments.of(Fault.RESET_BEFORE_RESPONSE, IOException.class),
            Arguments.of(Fault.GARBAGE, SSLException.class));
    return List.of(true, false).stream()
        .flatMap(
            stock -> all.stream().map(each -> Arguments.of(stock, each.get()[0], each.get()[1])))
        .collect(Collectors.toList());
  }

  /** JSSE reports a normal end, and HttpClient a short body. */
  @Test
  void aBodyThatIsCutOffIsAnError() throws Exception {
    try (TlsPeer peer =
            TlsPeer.start(certificates).misbehave(Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY);
        CloseableHttpClient client = client(manager(false)).build()) {
      assertThatThrownBy(() -> get(client, peer.url())).isInstanceOf(SSLException.class);
    }
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void eachExchangeEndsWithoutAReset(boolean stock) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        CloseableHttpClient client = client(manager(stock)).build()) {
      for (int i = 0; i < 10; i++) {
        assertThat(get(client, peer.url())).isEqualTo(OK);
      }
      if (!stock) {
        assertThat(peer.resets()).isZero();
        assertThat(peer.fullHandshakes()).isEqualTo(1);
        assertThat(statistics.total().closes()).containsEntry(CloseOutcome.CLOSE_NOTIFY, 10L);
      }
    }
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aConnectionIsKeptWhereThePeerKeepsIt(boolean stock) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.KEEP_ALIVE);
        CloseableHttpClient client = client(manager(stock)).build()) {
      for (int i = 0; i < 5; i++) {
        assertThat(get(client, peer.url())).isEqualTo(OK);
      }
      assertThat(peer.connections()).isEqualTo(1);
    }
    if (!stock) {
      assertThat(statistics.total().closes()).containsEntry(CloseOutcome.LOCAL, 1L);
    }
  }

  /** What the caller does not read is given up at once. */
  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aResponseMayBeLeftUnread(boolean stock) throws Exception {
    ScriptedPeer.Script script =
        tls -> {
          ScriptedPeer.readRequest(tls);
          tls.getOutputStream()
              .write(
                  "HTTP/1.1 200 OK\r\nContent-Length: 500000\r\nConnection: close\r\n\r\n<"
                      .getBytes(StandardCharsets.US_ASCII));
          tls.getInputStream().read();
        };
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script);
        CloseableHttpClient client = client(manager(stock)).build()) {
      HttpGet request = new HttpGet("https://localhost:" + peer.port() + "/");
      int first =
          client.execute(
              request,
              response -> {
                int read = response.getEntity().getContent().read();
                request.abort();
                return read;
              });
      assertThat(first).isEqualTo('<');
    }
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void anotherHostsCertificateIsRefused(boolean stock) throws Exception {
    try (TlsPeer peer =
            new TlsPeer(
                certificates.keyManagers(certificates.serverOf("other.example")),
                certificates.trustManagers(),
                false);
        CloseableHttpClient client = client(manager(stock)).build()) {
      assertThatThrownBy(() -> get(client, peer.url())).isInstanceOf(SSLException.class);
      assertThat(peer.requests()).isZero();
    }
  }

  /** Addresses of a resolver of the user's have another name, or none. */
  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void theNameIsThatOfTheUrl(boolean stock) throws Exception {
    DnsResolver resolver =
        new DnsResolver() {
          @Override
          public InetAddress[] resolve(String host) throws java.net.UnknownHostException {
            return new InetAddress[] {InetAddress.getByAddress("elsewhere", LOOPBACK)};
          }

          @Override
          public String resolveCanonicalHostname(String host) {
            return host;
          }
        };
    try (TlsPeer peer =
            new TlsPeer(
                certificates.keyManagers(certificates.serverOf("bank.example")),
                certificates.trustManagers(),
                false,
                "TLSv1.3");
        CloseableHttpClient client = client(manager(stock).setDnsResolver(resolver)).build()) {
      for (int i = 0; i < 5; i++) {
        assertThat(get(client, "https://bank.example:" + peer.port() + "/")).isEqualTo(OK);
      }
      assertThatThrownBy(() -> get(client, "https://other.example:" + peer.port() + "/"))
          .isInstanceOf(SSLException.class);
      if (!stock) {
        assertThat(statistics.peers().keySet()).extracting("host").contains("bank.example");
        assertThat(statistics.total().resumed()).isEqualTo(4);
      }
    }
  }

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /** A known peer is offered the group alone that it uses, as over any socket of ours. */
  @Test
  void aKnownPeerGetsAReducedClientHello() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(peer.port());
        CloseableHttpClient client = client(manager(false)).build()) {
      for (int i = 0; i < 6; i++) {
        assertThat(get(client, proxy.url())).isEqualTo(OK);
      }
      proxy.awaitEnds();
      assertThat(proxy.connections()).hasSize(6);
      // JDK 11 sends one key share in any case.
      assertThat(proxy.connections().get(0).clientHello().orElseThrow().keyShareGroups())
          .hasSize(Runtime.version().feature() > 11 ? 2 : 1);
      assertThat(proxy.connections().get(5).clientHello().orElseThrow().keyShareGroups())
          .hasSize(1);
    }
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aSocksProxyIsGoneThrough(boolean stock) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        SocksProxy proxy = new SocksProxy();
        CloseableHttpClient client =
            client(
                    manager(stock)
                        .setDefaultSocketConfig(
                            SocketConfig.custom()
                                .setSocksProxyAddress(
                                    new InetSocketAddress("127.0.0.1", proxy.port()))
                                .build()))
                .build()) {
      for (int i = 0; i < 5; i++) {
        assertThat(get(client, peer.url())).isEqualTo(OK);
      }
      assertThat(proxy.asked()).hasSize(5);
      assertThat(stock || peer.fullHandshakes() == 1).isTrue();
      assertThat(stock || peer.resets() == 0).isTrue();
    }
  }

  /** HttpCore resets the socket underneath; TLS that is layered on it has to know. */
  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void whatIsGivenUpBehindAProxyLeavesNothing(boolean stock) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").misbehave(Fault.STALL);
        SocksProxy proxy = new SocksProxy();
        CloseableHttpClient client =
            client(
                    manager(stock)
                        .setDefaultSocketConfig(
                            SocketConfig.custom()
                                .setSocksProxyAddress(
                                    new InetSocketAddress("127.0.0.1", proxy.port()))
                                .build()))
                .build()) {
      assertThatThrownBy(() -> get(client, peer.url())).isInstanceOf(SocketTimeoutException.class);
    }
    if (!stock) {
      assertThat(statistics.total().closes()).containsEntry(CloseOutcome.ABORTED, 1L);
    }
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aTunnelIsGoneThrough(boolean stock) throws Exception {
    AtomicInteger tunnels = new AtomicInteger();
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        ServerSocket proxy = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        CloseableHttpClient client =
            client(manager(stock))
                .setProxy(new HttpHost("http", "localhost", proxy.getLocalPort()))
                .build()) {
      threads.submit(
          () -> {
            while (true) {
              tunnel(proxy.accept(), peer.port());
              tunnels.incrementAndGet();
            }
          });
      for (int i = 0; i < 5; i++) {
        assertThat(get(client, peer.url())).isEqualTo(OK);
      }
      assertThat(tunnels).hasValue(5);
      assertThat(stock || peer.fullHandshakes() == 1).isTrue();
      assertThat(stock || peer.resets() == 0).isTrue();
    }
  }

  private void tunnel(Socket client, int port) throws IOException {
    InputStream in = client.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    Socket server = new Socket("localhost", port);
    client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    threads.submit(() -> copy(client, server));
    threads.submit(() -> copy(server, client));
  }

  private static Void copy(Socket from, Socket to) throws IOException {
    try (from;
        to;
        OutputStream out = to.getOutputStream()) {
      from.getInputStream().transferTo(out);
    }
    return null;
  }

  /** HttpClient asks for 100 (Continue), meets the end instead, and keeps the body to itself. */
  @Test
  void noBodyIsSentToAPeerThatHasEnded() throws Exception {
    ScriptedPeer.Script script =
        tls -> {
          tls.startHandshake();
          tls.close();
        };
    List<Class<?>> failures = new ArrayList<>();
    for (boolean stock : new boolean[] {true, false}) {
      try (ScriptedPeer peer = ScriptedPeer.start(certificates, script);
          CloseableHttpClient client = client(manager(stock)).build()) {
        HttpPost post = new HttpPost("https://localhost:" + peer.port() + "/");
        post.setEntity(new StringEntity("<a/>"));
        post.setConfig(RequestConfig.custom().setExpectContinueEnabled(true).build());
        failures.add(catchThrowableOfType(IOException.class, () -> call(client, post)).getClass());
      }
    }
    assertThat(failures.get(1)).isEqualTo(failures.get(0));
  }

  /** HttpClient sets SO_TIMEOUT again after it, which must not fail in its place. */
  @Test
  void theAlertThatComesInPlaceOf100IsTold() throws Exception {
    ScriptedPeer.Script script =
        tls -> {
          tls.setNeedClientAuth(true);
          tls.startHandshake();
        };
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script);
        CloseableHttpClient client = client(manager(false)).build()) {
      HttpPost post = new HttpPost("https://localhost:" + peer.port() + "/");
      post.setEntity(new StringEntity("<a/>"));
      post.setConfig(RequestConfig.custom().setExpectContinueEnabled(true).build());
      assertThatThrownBy(() -> call(client, post))
          .isInstanceOf(SSLHandshakeException.class)
          // A JSSE server says certificate_required from JDK 25 on.
          .hasMessageMatching(".*(bad_certificate|certificate_required).*");
    }
  }

  /** A strategy that keeps connections against the word of the peer is the client's own matter. */
  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aStrategyThatKeepsConnectionsIsServed(boolean stock) throws Exception {
    ConnectionReuseStrategy always = (request, response, context) -> true;
    ScriptedPeer.Script script = tls -> ScriptedPeer.answer(tls, () -> true);
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script);
        CloseableHttpClient client =
            client(manager(stock)).setConnectionReuseStrategy(always).build()) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(client, "https://localhost:" + peer.port() + "/")).isEqualTo(OK);
      }
      assertThat(peer.connections()).isEqualTo(1);
    }
  }

  /** What ends as it is used again is not an answer that was cut off: the request is sent again. */
  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aConnectionThatWasKeptAgainstItsWordMayEnd(boolean stock) throws Exception {
    AtomicInteger requests = new AtomicInteger();
    ScriptedPeer.Script script =
        tls -> ScriptedPeer.answer(tls, () -> requests.incrementAndGet() != 2);
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script);
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(manager(stock).build())
                .setConnectionReuseStrategy((request, response, context) -> true)
                .build()) {
      for (int i = 0; i < 2; i++) {
        assertThat(get(client, "https://localhost:" + peer.port() + "/")).isEqualTo(OK);
      }
      assertThat(requests).hasValue(3);
      assertThat(peer.connections()).isEqualTo(2);
    }
  }

  /** HttpClient sends the body of its request after the beginning of such a response. */
  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aBodyIsCutOffOfARequestThatWasAnsweredEarly(boolean stock) throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nServer: early\r\n\r\n<amount>10";
    ScriptedPeer.Script script =
        tls -> {
          StringBuilder head = new StringBuilder();
          while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) tls.getInputStream().read());
          }
          tls.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
          assertThat(tls.getInputStream().readNBytes(4)).asString().isEqualTo("<a/>");
        };
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script);
        CloseableHttpClient client = client(manager(stock)).build()) {
      HttpPost post = new HttpPost("https://localhost:" + peer.port() + "/");
      post.setEntity(new StringEntity("<a/>"));
      post.setConfig(RequestConfig.custom().setExpectContinueEnabled(true).build());
      if (stock) {
        assertThat(call(client, post)).isEqualTo("200 <amount>10");
      } else {
        assertThatThrownBy(() -> call(client, post)).isInstanceOf(TruncatedStreamException.class);
      }
    }
  }

  /** While one caller waits for its peer's close, others get connections. */
  @Test
  void nobodyIsWaitedForUnderThePoolsLock() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    ScriptedPeer.Script script =
        tls -> {
          ScriptedPeer.readRequest(tls);
          tls.getOutputStream().write(ScriptedPeer.response());
          answered.countDown();
          end.await();
        };
    try (ScriptedPeer holding = ScriptedPeer.start(certificates, script);
        TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client =
            client(reprise(settings().closeTimeout(Duration.ofSeconds(60)).build())).build()) {
      Future<String> held =
          threads.submit(() -> get(client, "https://localhost:" + holding.port() + "/"));
      answered.await();
      assertThat(threads.submit(() -> get(client, peer.url())).get(20, TimeUnit.SECONDS))
          .isEqualTo(OK);
      assertThat(held.isDone()).isFalse();
      end.countDown();
      assertThat(held.get(20, TimeUnit.SECONDS)).isEqualTo(OK);
    }
  }

  /** HttpClient closes idle connections under the pool's lock; their peers are not waited for. */
  @Test
  void idleConnectionsAreClosedWithoutAWait() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.KEEP_ALIVE);
        PoolingHttpClientConnectionManager manager =
            reprise(settings().closeTimeout(Duration.ofSeconds(60)).build()).build();
        CloseableHttpClient client = HttpClients.custom().setConnectionManager(manager).build()) {
      assertThat(get(client, peer.url())).isEqualTo(OK);
      assertThat(manager.getTotalStats().getAvailable()).isEqualTo(1);
      threads
          .submit(() -> manager.closeIdle(TimeValue.ZERO_MILLISECONDS))
          .get(20, TimeUnit.SECONDS);
      assertThat(statistics.total().closes()).containsEntry(CloseOutcome.LOCAL, 1L);
    }
  }

  /** Its sockets are connected by us, so that preconnected connections serve its calls too. */
  @Test
  void callsHavePreconnections() throws Exception {
    ResumingSslSocketFactory sockets =
        new ResumingSslSocketFactory(
            settings()
                .maxPreconnectionsPerPeer(2)
                .preconnectionLifetime(Duration.ofSeconds(60))
                .build());
    nothingLeftOver.watchLeases(() -> sockets.laneCounts().leased());
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        CloseableHttpClient client =
            client(ResumingConnectionManagerBuilder.create().socketFactory(sockets)).build()) {
      int calls = 0;
      // They are opened by calls alone, so that nothing is waited for between them.
      while (calls < 1000
          && statistics.total().preconnections().get(PreconnectionOutcome.USED) <= 10) {
        assertThat(get(client, peer.url())).isEqualTo(OK);
        calls++;
      }
      assertThat(statistics.total().preconnections().get(PreconnectionOutcome.USED))
          .isGreaterThan(10);
      assertThat(peer.requests()).isEqualTo(calls);
      assertThat(peer.resets()).isZero();
      sockets.closePreconnections();
      Eventually.holds(() -> sockets.readyPreconnections() == 0);
    }
  }

  /**
   * A {@link TlsConfig} is applied after the connect, and so to a preconnected connection that it
   * does not fit.
   */
  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aCallGoesOutFromItsLocalAddressWhateverTheTlsConfig(boolean stock) throws Exception {
    InetAddress local = InetAddress.getByName("127.0.0.2");
    Queue<InetAddress> callers = new ConcurrentLinkedQueue<>();
    ResumingSslSocketFactory sockets =
        new ResumingSslSocketFactory(
            settings()
                .maxPreconnectionsPerPeer(2)
                .preconnectionLifetime(Duration.ofSeconds(60))
                .build());
    PoolingHttpClientConnectionManagerBuilder manager =
        stock ? manager(true) : ResumingConnectionManagerBuilder.create().socketFactory(sockets);
    ScriptedPeer.Script script =
        tls -> {
          if (ScriptedPeer.readRequest(tls)) {
            callers.add(tls.getInetAddress());
            tls.getOutputStream().write(ScriptedPeer.response());
            tls.shutdownOutput();
          }
        };
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script, "TLSv1.3");
        CloseableHttpClient client =
            client(
                    manager.setDefaultTlsConfig(
                        TlsConfig.custom().setSupportedProtocols(TLS.V_1_3).build()))
                .setRoutePlanner(new LocalRoute(local))
                .build()) {
      for (int i = 0; i < 6; i++) {
        get(client, "https://localhost:" + peer.port());
        int calls = i;
        // One that was ready sooner has been met by the third call, which it does not fit.
        Eventually.holds(
            () ->
                stock
                    || calls != 2
                    || sockets.readyPreconnections() > 0
                    || statistics.total().preconnections().get(PreconnectionOutcome.DROPPED) > 0);
      }
      assertThat(callers).hasSize(6).containsOnly(local);
      assertThat(statistics.total().preconnections().get(PreconnectionOutcome.DROPPED) > 0)
          .isNotEqualTo(stock);
    }
  }

  private static final class LocalRoute extends DefaultRoutePlanner {

    private final InetAddress local;

    LocalRoute(InetAddress local) {
      super(null);
      this.local = local;
    }

    @Override
    protected InetAddress determineLocalAddress(HttpHost first, HttpContext context) {
      return local;
    }
  }

  @Test
  void nothingOfBeforeServesAfterAReload() throws Exception {
    ResumingSslSocketFactory sockets = new ResumingSslSocketFactory(settings().build());
    PoolingHttpClientConnectionManager manager =
        ResumingConnectionManagerBuilder.create().socketFactory(sockets).build();
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch reloaded = new CountDownLatch(1);
    AtomicInteger requests = new AtomicInteger();
    ScriptedPeer.Script script =
        tls -> {
          while (ScriptedPeer.readRequest(tls)) {
            asked.countDown();
            reloaded.await();
            requests.incrementAndGet();
            tls.getOutputStream()
                .write(
                    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n<ok/>"
                        .getBytes(StandardCharsets.US_ASCII));
          }
        };
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script);
        CloseableHttpClient client = HttpClients.custom().setConnectionManager(manager).build()) {
      String url = "https://localhost:" + peer.port() + "/";
      Future<String> underWay = threads.submit(() -> get(client, url));
      asked.await();
      sockets.reload(settings().build());
      manager.closeIdle(TimeValue.ZERO_MILLISECONDS);
      reloaded.countDown();
      assertThat(underWay.get(20, TimeUnit.SECONDS)).isEqualTo(OK);
      assertThat(manager.getTotalStats().getAvailable()).isZero();
      assertThat(get(client, url)).isEqualTo(OK);
      assertThat(get(client, url)).isEqualTo(OK);
      assertThat(peer.connections()).isEqualTo(2);
    }
  }

  @Test
  void stockSocketsRuleTheLibraryOut() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client =
            client(
                    ResumingConnectionManagerBuilder.create()
                        .tls(settings().stockSockets(true).build()))
                .build()) {
      assertThat(get(client, peer.url())).isEqualTo(OK);
      assertThat(statistics.peers()).isEmpty();
    }
  }

  /** The switch for an emergency, on and off again; the connections of before serve no more. */
  @Test
  void stockSocketsRuleTheLibraryOutAtRunTimeToo() throws Exception {
    ResumingSslSocketFactory sockets = new ResumingSslSocketFactory(settings().build());
    nothingLeftOver.watchLeases(() -> sockets.laneCounts().leased());
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.KEEP_ALIVE);
        CloseableHttpClient client =
            client(ResumingConnectionManagerBuilder.create().socketFactory(sockets)).build()) {
      for (boolean stock : new boolean[] {false, true, false}) {
        sockets.reload(settings().stockSockets(stock).build());
        assertThat(get(client, peer.url())).isEqualTo(OK);
        assertThat(get(client, peer.url())).isEqualTo(OK);
      }
      assertThat(peer.connections()).isGreaterThanOrEqualTo(3);
      assertThat(statistics.total().full() + statistics.total().resumed())
          .isEqualTo(peer.connections() - 1L);
    }
  }

  /** A user's explicit choice wins. */
  @Test
  void aStrategyThatIsSetTakesThePlaceOfOurs() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, certificates.trustManagers(), null);
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client =
            client(
                    ResumingConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(new DefaultClientTlsStrategy(context)))
                .build()) {
      assertThat(get(client, peer.url())).isEqualTo(OK);
    }
  }

  /** As a Boot application does that customizes Boot's builder. */
  @Test
  void thePartsServeABuilderThatIsMadeElsewhere() throws Exception {
    ResumingSslSocketFactory sockets = new ResumingSslSocketFactory(settings().build());
    nothingLeftOver.watchLeases(() -> sockets.laneCounts().leased());
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        CloseableHttpClient client =
            client(
                    PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(new ResumingTlsSocketStrategy(sockets))
                        .setConnectionFactory(new GracefulConnectionFactory(sockets)))
                .build()) {
      for (int i = 0; i < 10; i++) {
        assertThat(get(client, peer.url())).isEqualTo(OK);
      }
      assertThat(peer.fullHandshakes()).isEqualTo(1);
      assertThat(peer.resets()).isZero();
    }
  }

  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void aHandshakeThatStallsIsBounded(boolean stock) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.STALL_HANDSHAKE);
        CloseableHttpClient client =
            client(
                    manager(stock)
                        .setDefaultTlsConfig(
                            TlsConfig.custom()
                                .setHandshakeTimeout(Timeout.ofMilliseconds(300))
                                .build()))
                .build()) {
      Future<String> call = threads.submit(() -> get(client, peer.url()));
      assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(SocketTimeoutException.class);
    }
  }
}
