package dev.reprise.httpclient5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.http.RequestProgress;
import dev.reprise.httpclient.Call;
import dev.reprise.httpclient.Client;
import dev.reprise.httpclient.Clients;
import dev.reprise.httpclient.Library;
import dev.reprise.httpclient.Setup;
import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.Request;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.SocksProxy;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.PreconnectionOutcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.InMemoryDnsResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What HttpClient 5 alone has, some of it with its own manager and with ours. */
class ClientBesideStockTest extends Clients {

  private static final String UPGRADE =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: TLS/1.2\r\nConnection: Upgrade\r\n\r\n";
  private static final String WITH_TRAILER =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
          + "3\r\nabc\r\n0\r\nX-Sum: 42\r\n\r\n";

  @Test
  @EnabledIfSystemProperty(named = "httpclient5.version", matches = ".+")
  void theVersionIsTheOneThatIsMeant() {
    assertThat(
            VersionInfo.loadVersionInfo("org.apache.hc.client5", getClass().getClassLoader())
                .getRelease())
        .isEqualTo(System.getProperty("httpclient5.version"));
  }

  private Client with5(Consumer<Setup> settings) {
    return with(Library.HTTPCLIENT5, settings);
  }

  /** Addresses of a resolver of the user's have another name, or none. */
  @Test
  void theNameIsThatOfTheUrl() throws Exception {
    InetAddress loopback = InetAddress.getByAddress("elsewhere", new byte[] {127, 0, 0, 1});
    InMemoryDnsResolver resolver = new InMemoryDnsResolver();
    resolver.add("bank.example", loopback);
    resolver.add("other.example", loopback);
    TlsPeer peer = peerOf("bank.example", "TLSv1.3");
    Client client = with5(setup -> setup.manager5 = pool -> pool.setDnsResolver(resolver));
    for (int i = 0; i < 5; i++) {
      assertThat(client.get("https://bank.example:" + peer.port() + "/")).isEqualTo(TlsPeer.BODY);
    }
    assertThatThrownBy(() -> client.get("https://other.example:" + peer.port() + "/"))
        .isInstanceOf(SSLException.class);
    assertThat(client.statistics.peers().keySet()).extracting("host").contains("bank.example");
    assertThat(client.statistics.total().resumed()).isEqualTo(4);
  }

  private Client through(SocksProxy proxy, int responseMillis) throws Exception {
    SocketConfig config =
        SocketConfig.custom()
            .setSocksProxyAddress(new InetSocketAddress("127.0.0.1", proxy.port()))
            .build();
    return with5(
        setup -> {
          setup.responseMillis = responseMillis;
          setup.manager5 = pool -> pool.setDefaultSocketConfig(config);
        });
  }

  @Test
  void aSocksProxyIsGoneThrough() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    SocksProxy proxy = closing(new SocksProxy());
    Client client = through(proxy, 30_000);
    for (int i = 0; i < 5; i++) {
      assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
    }
    assertThat(proxy.asked()).hasSize(5);
    assertThat(peer.fullHandshakes()).isEqualTo(1);
    assertThat(peer.resets()).isZero();
  }

  /** HttpCore resets the socket underneath; TLS that is layered on it has to know. */
  @Test
  void whatIsGivenUpBehindAProxyLeavesNothing() throws Exception {
    TlsPeer peer = peer("TLSv1.3").misbehave(Fault.STALL);
    Client client = through(closing(new SocksProxy()), 500);
    assertThatThrownBy(() -> client.get(peer.url())).isInstanceOf(SocketTimeoutException.class);
    client.close();
    assertThat(client.closes(1)).containsExactly(CloseOutcome.ABORTED);
  }

  /**
   * HttpClient meets the alert as it waits for 100 (Continue), and sets SO_TIMEOUT again after it,
   * which must not fail in its place.
   */
  @Test
  void theAlertThatComesInPlaceOf100IsTold() throws Exception {
    ScriptedPeer peer =
        scripted(
            tls -> {
              tls.setNeedClientAuth(true);
              tls.startHandshake();
            });
    Call call = Call.post(peer.url(), "<a/>");
    call.expectContinue = true;
    Client client = with5(setup -> {});
    assertThatThrownBy(() -> client.call(call))
        .isInstanceOf(SSLHandshakeException.class)
        // A JSSE server says certificate_required from JDK 25 on.
        .hasMessageMatching(".*(bad_certificate|certificate_required).*");
  }

  /** It is applied after the connect, and so to a preconnected connection that it does not fit. */
  @Test
  void aCallGoesOutFromItsLocalAddressWhateverTheTlsConfig() throws Exception {
    InetAddress local = InetAddress.getByName("127.0.0.2");
    Queue<InetAddress> callers = new ConcurrentLinkedQueue<>();
    TlsPeer peer = peer("TLSv1.3");
    peer.observe(request -> callers.add(request.socket().getInetAddress()));
    TlsConfig tls = TlsConfig.custom().setSupportedProtocols(TLS.V_1_3).build();
    DefaultRoutePlanner planner =
        new DefaultRoutePlanner(null) {
          @Override
          protected InetAddress determineLocalAddress(HttpHost first, HttpContext context) {
            return local;
          }
        };
    Client client =
        with(
            Library.HTTPCLIENT5,
            trusting().maxPreconnectionsPerPeer(2).preconnectionLifetime(Duration.ofSeconds(60)),
            setup -> {
              setup.manager5 = pool -> pool.setDefaultTlsConfig(tls);
              setup.client5 = http -> http.setRoutePlanner(planner);
            });
    for (int i = 0; i < 6; i++) {
      client.get(peer.url());
      int calls = i;
      // One that was ready sooner has been met by the third call, which it does not fit.
      Eventually.holds(
          () -> calls != 2 || client.sockets.readyPreconnections() > 0 || dropped(client) > 0);
    }
    assertThat(callers).hasSize(6).containsOnly(local);
    assertThat(dropped(client)).isPositive();
    client.sockets.closePreconnections();
  }

  private static long dropped(Client client) {
    return client.statistics.total().preconnections().get(PreconnectionOutcome.DROPPED);
  }

  /** A user's explicit choice wins. */
  @Test
  void aStrategyThatIsSetTakesThePlaceOfOurs() throws Exception {
    DefaultClientTlsStrategy strategy = new DefaultClientTlsStrategy(stock());
    TlsPeer peer = peer();
    Client client = with5(setup -> setup.manager5 = pool -> pool.setTlsSocketStrategy(strategy));
    assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
    assertThat(client.handshakes).isEmpty();
  }

  /** With the interceptor that watches whole calls, and one connection. */
  private Client watched(Consumer<Setup> settings) throws Exception {
    return with5(
        setup -> {
          setup.callProgress = true;
          setup.maxTotal = 1;
          setup.leaseMillis = 50;
          settings.accept(setup);
        });
  }

  private static void assertProgress(Client client, String url, RequestProgress progress) {
    assertThat(progress(client, Call.post(url, "<pay/>"))).isEqualTo(progress);
  }

  /** Where the pool has no connection left, and over connections that are not of this package. */
  @Test
  void itTellsWhatTheConnectionsCannotKnow() throws Exception {
    TlsPeer peer = peer();
    TlsPeer next = peer();
    String nobody = nobody();
    Client client =
        watched(
            setup -> {
              setup.manager = Setup.Manager.STOCK;
              setup.manager5 = pool -> pool.setMaxConnTotal(10);
            });
    assertProgress(client, nobody, RequestProgress.NOT_SENT);
    peer.answer(request -> Answer.of(303, "").with("Location", nobody));
    assertProgress(client, peer.url(), RequestProgress.UNKNOWN);
    peer.answer(request -> Answer.of(303, "").with("Location", next.url()));
    client.execute(
        Call.get(next.url()),
        (status, body) -> {
          assertProgress(client, next.url(), RequestProgress.NOT_SENT);
          assertProgress(client, peer.url(), RequestProgress.UNKNOWN);
          return status;
        });
    assertThat(next.requests()).isEqualTo(1);
  }

  /** The server has read the request when it asks for TLS (RFC 2817), which then fails. */
  @Test
  void anUpgradeToTlsThatFailsHidesNoRequest() throws Exception {
    Acceptor server = closing(new Acceptor());
    server.start(
        socket -> {
          Request.readHead(socket.getInputStream()).withBody(socket.getInputStream());
          socket.getOutputStream().write(UPGRADE.getBytes(StandardCharsets.US_ASCII));
        });
    Client client = watched(setup -> {});
    assertProgress(client, "http://localhost:" + server.port() + "/", RequestProgress.UNKNOWN);
  }

  @Test
  void trailersAreThereOnceTheBodyWasRead() throws Exception {
    TlsPeer peer = peer().answer(WITH_TRAILER);
    PoolingHttpClientConnectionManager manager =
        ResumingConnectionManagerBuilder.create().tls(trusting().build()).build();
    try (CloseableHttpClient http = HttpClients.custom().setConnectionManager(manager).build()) {
      http.execute(
          new HttpGet(peer.url()),
          response -> {
            assertThat(EntityUtils.toString(response.getEntity())).isEqualTo("abc");
            assertThat(response.getEntity().getTrailers().get())
                .extracting(Object::toString)
                .containsExactly("X-Sum: 42");
            return null;
          });
    }
  }

  @Test
  void anAttemptThatIsMadeOutsideOfItIsSeen() throws Exception {
    TlsPeer peer = peer();
    ExecChainHandler again =
        (request, scope, chain) -> {
          chain.proceed(request, scope).close();
          peer.close();
          return chain.proceed(request, scope);
        };
    Client client =
        watched(setup -> setup.client5 = http -> http.addExecInterceptorFirst("again", again));
    assertProgress(client, peer.url(), RequestProgress.UNKNOWN);
    assertThat(peer.requests()).isEqualTo(1);
  }

  /** An interceptor that goes on after whatever is thrown. */
  @Test
  void anErrorOfTheBodyHidesNoAttempt() throws Exception {
    TlsPeer peer = peer();
    ExecChainHandler again =
        (request, scope, chain) -> {
          try {
            return chain.proceed(request, scope);
          } catch (AssertionError e) {
            peer.close();
            request.removeHeaders(HttpHeaders.TRANSFER_ENCODING);
            return chain.proceed(request, scope);
          }
        };
    Client client =
        watched(
            setup -> setup.client5 = http -> http.addExecInterceptorAfter("call", "again", again));
    Call call =
        Call.post(
            peer.url(),
            -1,
            out -> {
              out.write(new byte[64 * 1024]);
              throw new AssertionError("of the body");
            });
    assertThat(progress(client, call)).isEqualTo(RequestProgress.UNKNOWN);
  }
}
