package dev.reprise.httpclient5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.httpclient.Call;
import dev.reprise.httpclient.Client;
import dev.reprise.httpclient.Clients;
import dev.reprise.httpclient.Library;
import dev.reprise.httpclient.Setup;
import dev.reprise.httpclient.Setup.Manager;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.SocksProxy;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.TruncatedStreamException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.ssl.TLS;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same calls by HttpClient 5 with its own manager and with ours, where 4.5 has no such. */
class ClientBesideStockTest {

  @RegisterExtension final Clients clients = new Clients();

  private Client client(Manager manager, Consumer<Setup> settings) throws Exception {
    return clients.with(
        Library.HTTPCLIENT5,
        setup -> {
          setup.manager = manager;
          settings.accept(setup);
        });
  }

  /** Addresses of a resolver of the user's have another name, or none. */
  @ParameterizedTest
  @EnumSource(names = {"STOCK", "OURS"})
  void theNameIsThatOfTheUrl(Manager manager) throws Exception {
    DnsResolver resolver =
        new DnsResolver() {
          @Override
          public InetAddress[] resolve(String host) throws UnknownHostException {
            byte[] loopback = {127, 0, 0, 1};
            return new InetAddress[] {InetAddress.getByAddress("elsewhere", loopback)};
          }

          @Override
          public String resolveCanonicalHostname(String host) {
            return host;
          }
        };
    TlsPeer peer =
        clients.peerOf(
            clients.certificates(), clients.certificates().serverOf("bank.example"), "TLSv1.3");
    Client client =
        client(manager, setup -> setup.manager5 = pool -> pool.setDnsResolver(resolver));
    for (int i = 0; i < 5; i++) {
      assertThat(client.get("https://bank.example:" + peer.port() + "/")).isEqualTo(TlsPeer.BODY);
    }
    assertThatThrownBy(() -> client.get("https://other.example:" + peer.port() + "/"))
        .isInstanceOf(SSLException.class);
    if (manager == Manager.OURS) {
      assertThat(client.statistics.peers().keySet()).extracting("host").contains("bank.example");
      assertThat(client.statistics.total().resumed()).isEqualTo(4);
    }
  }

  /** A known peer is offered the group alone that it uses, as over any socket of ours. */
  @Test
  void aKnownPeerGetsAReducedClientHello() throws Exception {
    RecordingProxy proxy = clients.closing(new RecordingProxy(clients.peer("TLSv1.3").port()));
    Client client = client(Manager.OURS, setup -> {});
    for (int i = 0; i < 6; i++) {
      assertThat(client.get(proxy.url())).isEqualTo(TlsPeer.BODY);
    }
    proxy.awaitEnds();
    assertThat(proxy.connections()).hasSize(6);
    // JDK 11 sends one key share in any case.
    assertThat(proxy.connections().get(0).clientHello().orElseThrow().keyShareGroups())
        .hasSize(Runtime.version().feature() > 11 ? 2 : 1);
    assertThat(proxy.connections().get(5).clientHello().orElseThrow().keyShareGroups()).hasSize(1);
  }

  private Client through(SocksProxy proxy, Manager manager, int responseMillis) throws Exception {
    SocketConfig config =
        SocketConfig.custom()
            .setSocksProxyAddress(new InetSocketAddress("127.0.0.1", proxy.port()))
            .build();
    return client(
        manager,
        setup -> {
          setup.responseMillis = responseMillis;
          setup.manager5 = pool -> pool.setDefaultSocketConfig(config);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"STOCK", "OURS"})
  void aSocksProxyIsGoneThrough(Manager manager) throws Exception {
    TlsPeer peer = clients.peer("TLSv1.3");
    SocksProxy proxy = clients.closing(new SocksProxy());
    Client client = through(proxy, manager, 30_000);
    for (int i = 0; i < 5; i++) {
      assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
    }
    assertThat(proxy.asked()).hasSize(5);
    if (manager == Manager.OURS) {
      assertThat(peer.fullHandshakes()).isEqualTo(1);
      assertThat(peer.resets()).isZero();
    }
  }

  /** HttpCore resets the socket underneath; TLS that is layered on it has to know. */
  @ParameterizedTest
  @EnumSource(names = {"STOCK", "OURS"})
  void whatIsGivenUpBehindAProxyLeavesNothing(Manager manager) throws Exception {
    TlsPeer peer = clients.peer("TLSv1.3").misbehave(Fault.STALL);
    Client client = through(clients.closing(new SocksProxy()), manager, 500);
    assertThatThrownBy(() -> client.get(peer.url())).isInstanceOf(SocketTimeoutException.class);
    client.close();
    if (manager == Manager.OURS) {
      assertThat(client.closes(1)).containsExactly(CloseOutcome.ABORTED);
    }
  }

  /** How a request fails that waits for 100 (Continue). */
  private Throwable expectingContinue(Manager manager, ScriptedPeer.Script script)
      throws Exception {
    ScriptedPeer peer = clients.closing(ScriptedPeer.start(clients.certificates(), script));
    Call call = Call.post("https://localhost:" + peer.port() + "/", "<a/>");
    call.expectContinue = true;
    Client client = client(manager, setup -> {});
    return catchThrowable(() -> assertThat(client.call(call)).isEqualTo("<amount>10"));
  }

  /** HttpClient asks for 100 (Continue), meets the end instead, and keeps the body to itself. */
  @Test
  void noBodyIsSentToAPeerThatHasEnded() throws Exception {
    ScriptedPeer.Script script =
        tls -> {
          tls.startHandshake();
          tls.close();
        };
    assertThat(expectingContinue(Manager.OURS, script))
        .hasSameClassAs(expectingContinue(Manager.STOCK, script));
  }

  /** HttpClient sets SO_TIMEOUT again after it, which must not fail in its place. */
  @Test
  void theAlertThatComesInPlaceOf100IsTold() throws Exception {
    ScriptedPeer.Script script =
        tls -> {
          tls.setNeedClientAuth(true);
          tls.startHandshake();
        };
    assertThat(expectingContinue(Manager.OURS, script))
        .isInstanceOf(SSLHandshakeException.class)
        // A JSSE server says certificate_required from JDK 25 on.
        .hasMessageMatching(".*(bad_certificate|certificate_required).*");
  }

  /** HttpClient sends the body of its request after the beginning of such a response. */
  @Test
  void aBodyIsCutOffOfARequestThatWasAnsweredEarly() throws Exception {
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
    assertThat(expectingContinue(Manager.STOCK, script)).isNull();
    assertThat(expectingContinue(Manager.OURS, script))
        .isInstanceOf(TruncatedStreamException.class);
  }

  /**
   * A {@link TlsConfig} is applied after the connect, and so to a preconnected connection that it
   * does not fit.
   */
  @ParameterizedTest
  @EnumSource(names = {"STOCK", "OURS"})
  void aCallGoesOutFromItsLocalAddressWhateverTheTlsConfig(Manager manager) throws Exception {
    InetAddress local = InetAddress.getByName("127.0.0.2");
    Queue<InetAddress> callers = new ConcurrentLinkedQueue<>();
    ScriptedPeer.Script script =
        tls -> {
          if (ScriptedPeer.readRequest(tls)) {
            callers.add(tls.getInetAddress());
            tls.getOutputStream().write(ScriptedPeer.response());
            tls.shutdownOutput();
          }
        };
    ScriptedPeer peer =
        clients.closing(ScriptedPeer.start(clients.certificates(), script, "TLSv1.3"));
    TlsConfig tls = TlsConfig.custom().setSupportedProtocols(TLS.V_1_3).build();
    Client client =
        clients.with(
            Library.HTTPCLIENT5,
            clients
                .trusting()
                .maxPreconnectionsPerPeer(2)
                .preconnectionLifetime(Duration.ofSeconds(60)),
            setup -> {
              setup.manager = manager;
              setup.manager5 = pool -> pool.setDefaultTlsConfig(tls);
              setup.client5 = http -> http.setRoutePlanner(new LocalRoute(local));
            });
    for (int i = 0; i < 6; i++) {
      client.get("https://localhost:" + peer.port());
      int calls = i;
      // One that was ready sooner has been met by the third call, which it does not fit.
      Eventually.holds(
          () ->
              manager == Manager.STOCK
                  || calls != 2
                  || client.sockets.readyPreconnections() > 0
                  || dropped(client) > 0);
    }
    assertThat(callers).hasSize(6).containsOnly(local);
    assertThat(dropped(client) > 0).isEqualTo(manager == Manager.OURS);
    client.sockets.closePreconnections();
  }

  private static long dropped(Client client) {
    return client.statistics.total().preconnections().get(PreconnectionOutcome.DROPPED);
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

  /** A user's explicit choice wins. */
  @Test
  void aStrategyThatIsSetTakesThePlaceOfOurs() throws Exception {
    SSLContext context = clients.stock();
    TlsPeer peer = clients.peer();
    Client client =
        client(
            Manager.OURS,
            setup ->
                setup.manager5 =
                    pool -> pool.setTlsSocketStrategy(new DefaultClientTlsStrategy(context)));
    assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
    assertThat(client.handshakes).isEmpty();
  }
}
