package dev.reprise.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.DefaultManagedHttpClientConnection;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
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

  /** After CONNECT the proxy's own TLS is taken for the target's. */
  private static final class InClear extends RepriseEquipment {

    InClear(World world) {
      super(world);
    }

    @Override
    public HttpClientConnectionManager manager() {
      return StockEquipment.manage(
          world,
          null,
          new dev.reprise.httpclient4.TlsConnectionSocketFactory(factory) {
            @Override
            public Socket createLayeredSocket(
                Socket socket, String target, int port, HttpContext context) {
              return socket;
            }
          });
    }
  }

  @Test
  void aRequestInClearToTheProxyIsFound() throws Exception {
    assertFound(
        found("route=tls-tunnel", InClear::new), "alarms", "a proxy read a request in clear");
  }

  /** A connection of HttpClient's that does more than it should. */
  private abstract static class OtherConnections extends RepriseEquipment {

    OtherConnections(World world) {
      super(world);
    }

    abstract ManagedHttpClientConnection connection(String id);

    @Override
    ResumingConnectionManager.Builder managerBuilder() {
      return super.managerBuilder()
          .connectionFactory((HttpRoute route, ConnectionConfig config) -> connection("mutant"));
    }
  }

  private static final class SendsTwice extends OtherConnections {

    SendsTwice(World world) {
      super(world);
    }

    @Override
    ManagedHttpClientConnection connection(String id) {
      return new DefaultManagedHttpClientConnection(id, 8 * 1024) {
        @Override
        public void sendRequestHeader(HttpRequest request)
            throws org.apache.http.HttpException, IOException {
          super.sendRequestHeader(request);
          super.sendRequestHeader(request);
        }
      };
    }
  }

  @Test
  void aRequestSentTwiceIsFound() throws Exception {
    Comparison comparison = found("persistence=keep calls=one", SendsTwice::new);
    assertFound(comparison, "requests", "target 1 GET /1 auth=- user=- certificate=- body=0#0; ");
  }

  private static final class TrustsAnyHost extends RepriseEquipment {

    TrustsAnyHost(World world) {
      super(world);
    }

    @Override
    TlsSettings.Builder settings() {
      return super.settings().hostnameVerification(false);
    }
  }

  @Test
  void aHostThatIsNotCheckedIsFound() throws Exception {
    assertFound(found("name=other", TrustsAnyHost::new), "call 1", "200");
    assertFound(
        found("name=other-address provider=conscrypt", TrustsAnyHost::new), "call 1", "200");
    assertFound(
        found("name=other trust=extended route=tunnel", TrustsAnyHost::new), "call 1", "200");
  }

  private static final class LeaksLanes extends RepriseEquipment {

    private Socket kept;

    LeaksLanes(World world) {
      super(world);
    }

    @Override
    public HttpClientConnectionManager manager() {
      try {
        kept = factory.createSocket("localhost", world.target.port());
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

  private static final class NeverStale extends OtherConnections {

    NeverStale(World world) {
      super(world);
    }

    @Override
    ManagedHttpClientConnection connection(String id) {
      return new DefaultManagedHttpClientConnection(id, 8 * 1024) {
        @Override
        public boolean isStale() {
          return false;
        }
      };
    }
  }

  @Test
  void aStaleConnectionThatIsUsedIsFound() throws Exception {
    Comparison comparison =
        found(
            "persistence=keep-but-ends stale-check=always retry=never method=post",
            NeverStale::new);
    assertThat(comparison.unwanted).extracting(Difference::key).contains("call 2");
  }

  /** Connections of anybody serve everybody. */
  private static final class ForgetsUsers extends RepriseEquipment {

    ForgetsUsers(World world) {
      super(world);
    }

    @Override
    public HttpClientConnectionManager manager() {
      return new ResumingConnectionManager(managerBuilder()) {
        @Override
        public ConnectionRequest requestConnection(HttpRoute route, Object state) {
          return super.requestConnection(route, null);
        }

        @Override
        public void releaseConnection(
            HttpClientConnection connection, Object state, long keepAlive, TimeUnit unit) {
          super.releaseConnection(connection, null, keepAlive, unit);
        }
      };
    }
  }

  @Test
  void stateThatLeaksToAnotherUserIsFound() throws Exception {
    assertFound(
        found("users=two-in-turn persistence=keep", ForgetsUsers::new), "alarms", "several users");
  }

  private static final class NeverCloses extends OtherConnections {

    NeverCloses(World world) {
      super(world);
    }

    @Override
    ManagedHttpClientConnection connection(String id) {
      return new DefaultManagedHttpClientConnection(id, 8 * 1024) {
        @Override
        public Socket getSocket() {
          return null;
        }

        @Override
        public void close() {}

        @Override
        public void shutdown() {}
      };
    }
  }

  @Test
  void aSocketThatIsLeftOpenIsFound() throws Exception {
    assertFound(found("persistence=keep", NeverCloses::new), "left open", "1");
  }

  /** One context for all connections, and no session of it is offered. */
  private static final class NeverResumes extends RepriseEquipment {

    NeverResumes(World world) {
      super(world);
    }

    @Override
    public HttpClientConnectionManager manager() {
      return StockEquipment.manage(
          world,
          null,
          new org.apache.http.conn.ssl.SSLConnectionSocketFactory(
              Identities.context(world.scenario, false)) {
            @Override
            public Socket createLayeredSocket(
                Socket socket, String target, int port, HttpContext context) throws IOException {
              return new org.apache.http.conn.ssl.SSLConnectionSocketFactory(
                      Identities.context(world.scenario, false))
                  .createLayeredSocket(socket, target, port, context);
            }
          });
    }
  }

  @Test
  void fullHandshakesWhereStockResumesAreFound() throws Exception {
    assertFound(found("plain", NeverResumes::new), Comparison.FULL, "2");
  }

  /** The credentials for the proxy go to the target too. */
  private static final class TellsTheTarget extends OtherConnections {

    TellsTheTarget(World world) {
      super(world);
    }

    @Override
    ManagedHttpClientConnection connection(String id) {
      return new DefaultManagedHttpClientConnection(id, 8 * 1024) {
        @Override
        public void sendRequestHeader(HttpRequest request)
            throws org.apache.http.HttpException, IOException {
          request.setHeader("Proxy-Authorization", "Basic dXNlcjpwYXNz");
          super.sendRequestHeader(request);
        }
      };
    }
  }

  @Test
  void aProxysCredentialsAtTheTargetAreFound() throws Exception {
    assertFound(
        found("route=tunnel", TellsTheTarget::new), "alarms", "the target read the proxy's");
  }

  /** A reload changes nothing. */
  private static final class IgnoresReloads extends RepriseEquipment {

    IgnoresReloads(World world) {
      super(world);
    }

    @Override
    public boolean reload(boolean otherTrust) {
      return true;
    }
  }

  @Test
  void aReloadThatIsIgnoredIsFound() throws Exception {
    assertFound(found("reload=other-trust", IgnoresReloads::new), "call 2", "200");
  }

  @Test
  void aRouteThatIsNotTakenIsFound() throws Exception {
    Side direct =
        world ->
            new RepriseEquipment(world) {
              @Override
              public HttpClientConnectionManager manager() {
                PoolingHttpClientConnectionManager stock =
                    StockEquipment.manage(
                        world,
                        null,
                        new dev.reprise.httpclient4.TlsConnectionSocketFactory(factory));
                SocksRoutes.remove(world.target.port());
                return stock;
              }
            };
    Comparison comparison = found("route=socks", direct);
    assertThat(comparison.unwanted).extracting(Difference::key).contains("proxy");
  }

  /** Opens each connection one call ahead, and looks neither at what became of it nor after it. */
  private static final class UsesDeadSpares extends RepriseEquipment {

    private Socket ahead;

    UsesDeadSpares(World world) {
      super(world);
    }

    @Override
    public HttpClientConnectionManager manager() {
      return StockEquipment.manage(
          world,
          null,
          new dev.reprise.httpclient4.TlsConnectionSocketFactory(factory) {
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
                  : super.connectSocket(
                      timeout, createSocket(context), host, remote, local, context);
            }
          });
    }
  }

  @Test
  void aDeadSpareThatIsUsedAndOneThatIsLeftAreFound() throws Exception {
    Comparison comparison = found("method=post-once calls=four spares=ended", UsesDeadSpares::new);
    assertThat(comparison.unwanted).extracting(Difference::key).contains("call 2", "left open");
  }

  private static final class KeepsSpares extends RepriseEquipment {

    KeepsSpares(World world) {
      super(world);
    }

    @Override
    TlsSettings.Builder settings() {
      return super.settings().spareLifetime(Duration.ofSeconds(60));
    }
  }

  @Test
  void sparesThatDoNotEndAreFound() throws Exception {
    Comparison comparison = found("client=urlconnection calls=four spares=on", KeepsSpares::new);
    assertThat(comparison.unwanted).extracting(Difference::key).contains("left open", "spares waiting");
  }
}
