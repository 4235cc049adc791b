package dev.reprise.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.httpclient4.TlsConnectionSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.conn.DefaultManagedHttpClientConnection;
import org.apache.http.protocol.HttpContext;
import org.junit.jupiter.api.Test;

/** Each thing that the trial looks for is found in a side that does it wrong. */
class MutantsTest {

  /** What the trial finds in this side, and not in Reprise itself. */
  private static Comparison found(String scenario, Side mutant) throws Exception {
    Scenario parsed = Scenario.parse(scenario);
    assertThat(Comparison.of(parsed, Side.REPRISE).unwanted).isEmpty();
    return Comparison.of(parsed, mutant);
  }

  private static void assertFound(Comparison comparison, String key, String text) {
    assertThat(comparison.unwanted)
        .anySatisfy(
            difference -> {
              assertThat(difference.key()).isEqualTo(key);
              assertThat(difference.reprise()).contains(text);
            });
  }

  private static void assertDiffers(Comparison comparison, String... keys) {
    assertThat(comparison.unwanted).extracting(Difference::key).contains(keys);
  }

  private static Side withManager(Function<RepriseEquipment, HttpClientConnectionManager> made) {
    return world ->
        new RepriseEquipment(world) {
          @Override
          public HttpClientConnectionManager manager() {
            return made.apply(this);
          }
        };
  }

  private static Side withSettings(UnaryOperator<TlsSettings.Builder> change) {
    return world ->
        new RepriseEquipment(world) {
          @Override
          TlsSettings.Builder settings() {
            return change.apply(super.settings());
          }
        };
  }

  /** Reprise in HttpClient's own manager, but for the socket factory. */
  private static Side withSockets(Function<RepriseEquipment, ConnectionSocketFactory> made) {
    return withManager(reprise -> StockEquipment.manage(reprise.world, made.apply(reprise)));
  }

  private static Side withConnections(Supplier<ManagedHttpClientConnection> made) {
    return withManager(
        reprise ->
            reprise.made(
                reprise.managerBuilder().connectionFactory((route, config) -> made.get())));
  }

  /** A connection of HttpClient's, to be made to do more than it should. */
  private static class Connection extends DefaultManagedHttpClientConnection {
    Connection() {
      super("mutant", 8 * 1024);
    }
  }

  @Test
  void aRequestInClearToTheProxyIsFound() throws Exception {
    // After CONNECT the proxy's own TLS is taken for the target's.
    Side inClear =
        withSockets(
            reprise ->
                new TlsConnectionSocketFactory(reprise.factory) {
                  @Override
                  public Socket createLayeredSocket(
                      Socket socket, String target, int port, HttpContext context) {
                    return socket;
                  }
                });
    assertFound(found("route=tls-tunnel", inClear), "alarms", "a proxy read a request in clear");
  }

  private static final class SendsTwice extends Connection {
    @Override
    public void sendRequestHeader(HttpRequest request) throws HttpException, IOException {
      super.sendRequestHeader(request);
      super.sendRequestHeader(request);
    }
  }

  @Test
  void aRequestSentTwiceIsFound() throws Exception {
    Comparison comparison = found("persistence=keep calls=1", withConnections(SendsTwice::new));
    assertFound(comparison, "requests", "1 GET /1 auth=- user=- certificate=- body=0#0; ");
  }

  @Test
  void aHostThatIsNotCheckedIsFound() throws Exception {
    Side trustsAnyHost = withSettings(settings -> settings.hostnameVerification(false));
    assertFound(found("name=other", trustsAnyHost), "call 1", "200");
    assertFound(found("name=other-address provider=conscrypt", trustsAnyHost), "call 1", "200");
    assertFound(found("name=other trust=extended route=tunnel", trustsAnyHost), "call 1", "200");
  }

  private static final class LeaksLanes extends RepriseEquipment {

    private Socket kept;

    LeaksLanes(World world) {
      super(world);
    }

    @Override
    public HttpClientConnectionManager manager() {
      try {
        kept = factory.createSocket("localhost", world.target.peer.port());
        assertThat(kept.isConnected()).isTrue();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return super.manager();
    }
  }

  @Test
  void aLaneAndASocketThatAreLeftAreFound() throws Exception {
    Comparison comparison = found("plain", LeaksLanes::new);
    assertFound(comparison, "lanes leased", "1");
    assertFound(comparison, "left open", "1");
  }

  private static final class NeverStale extends Connection {
    @Override
    public boolean isStale() {
      return false;
    }
  }

  @Test
  void aStaleConnectionThatIsUsedIsFound() throws Exception {
    assertDiffers(
        found(
            "persistence=keep-but-ends stale-check=always retry=never method=post",
            withConnections(NeverStale::new)),
        "call 2");
  }

  /** Connections of anybody serve everybody. */
  private static final class ForgetsUsers extends ResumingConnectionManager {

    ForgetsUsers(Builder builder) {
      super(builder);
    }

    @Override
    public ConnectionRequest requestConnection(HttpRoute route, Object state) {
      return super.requestConnection(route, null);
    }

    @Override
    public void releaseConnection(
        HttpClientConnection connection, Object state, long keepAlive, TimeUnit unit) {
      super.releaseConnection(connection, null, keepAlive, unit);
    }
  }

  @Test
  void stateThatLeaksToAnotherUserIsFound() throws Exception {
    Side forgetsUsers = withManager(reprise -> new ForgetsUsers(reprise.managerBuilder()));
    assertFound(
        found("users=two-in-turn persistence=keep", forgetsUsers), "alarms", "several users");
  }

  /** A context for each connection, so that no session of another one is offered. */
  private static final class NeverResumes extends SSLConnectionSocketFactory {

    private final Scenario scenario;

    NeverResumes(Scenario scenario) {
      super(Identities.context(scenario, false));
      this.scenario = scenario;
    }

    @Override
    public Socket createLayeredSocket(Socket socket, String target, int port, HttpContext context)
        throws IOException {
      return new SSLConnectionSocketFactory(Identities.context(scenario, false))
          .createLayeredSocket(socket, target, port, context);
    }
  }

  @Test
  void fullHandshakesWhereStockResumesAreFound() throws Exception {
    Side neverResumes = withSockets(reprise -> new NeverResumes(reprise.world.scenario));
    assertFound(found("plain", neverResumes), Comparison.FULL, "2");
  }

  /** The credentials for the proxy go to the target too. */
  private static final class TellsTheTarget extends Connection {
    @Override
    public void sendRequestHeader(HttpRequest request) throws HttpException, IOException {
      request.setHeader("Proxy-Authorization", "Basic dXNlcjpwYXNz");
      super.sendRequestHeader(request);
    }
  }

  @Test
  void aProxysCredentialsAtTheTargetAreFound() throws Exception {
    assertFound(
        found("route=tunnel", withConnections(TellsTheTarget::new)),
        "alarms",
        "the target read the proxy's");
  }

  @Test
  void aReloadThatIsIgnoredIsFound() throws Exception {
    Side ignoresReloads =
        world ->
            new RepriseEquipment(world) {
              @Override
              public boolean reload(boolean otherTrust) {
                return true;
              }
            };
    assertFound(found("reload=other-trust", ignoresReloads), "call 2", "200");
  }

  /** Connects to the target where it should connect to the proxy. */
  private static final class GoesDirect extends ResumingConnectionManager {

    GoesDirect(Builder builder) {
      super(builder);
    }

    @Override
    public void connect(
        HttpClientConnection connection, HttpRoute route, int timeout, HttpContext context)
        throws IOException {
      super.connect(connection, new HttpRoute(route.getTargetHost(), null, true), timeout, context);
    }
  }

  @Test
  void aRouteThatIsNotTakenIsFound() throws Exception {
    Side direct = withManager(reprise -> new GoesDirect(reprise.managerBuilder()));
    assertDiffers(found("route=tunnel", direct), "proxy");
  }

  /** Opens each connection one call ahead, and looks neither at what became of it nor after it. */
  private static final class UsesDeadPreconnections extends TlsConnectionSocketFactory {

    private Socket ahead;

    UsesDeadPreconnections(RepriseEquipment reprise) {
      super(reprise.factory);
    }

    @Override
    public Socket connectSocket(
        int timeout,
        Socket socket,
        HttpHost host,
        InetSocketAddress remote,
        InetSocketAddress local,
        HttpContext context)
        throws IOException {
      Socket ready = ahead;
      ahead = super.connectSocket(timeout, socket, host, remote, local, context);
      return ready != null
          ? ready
          : super.connectSocket(timeout, createSocket(context), host, remote, local, context);
    }
  }

  @Test
  void aDeadPreconnectionThatIsUsedAndOneThatIsLeftAreFound() throws Exception {
    assertDiffers(
        found(
            "method=post-once calls=4 preconnections=ended",
            withSockets(UsesDeadPreconnections::new)),
        "call 2",
        "left open");
  }

  @Test
  void preconnectionsThatDoNotEndAreFound() throws Exception {
    Side keepsPreconnections =
        world ->
            new RepriseEquipment(world) {
              @Override
              TlsSettings.Builder settings() {
                return super.settings().preconnectionLifetime(Duration.ofSeconds(60));
              }

              @Override
              public int preconnectionsWaiting() {
                // The last call's replacement may still be on its way.
                World.within(10_000, () -> super.preconnectionsWaiting() > 0);
                return super.preconnectionsWaiting();
              }
            };
    assertDiffers(
        found("client=urlconnection calls=4 preconnections=on", keepsPreconnections),
        "left open",
        "preconnected connections waiting");
  }
}
