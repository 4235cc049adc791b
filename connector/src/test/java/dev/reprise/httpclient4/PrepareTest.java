package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.Preparation;
import dev.reprise.tls.TlsSettings;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpHost;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A call of HttpClient that is announced by its route. */
class PrepareTest {

  private static final String HOST = "cluster.test";

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final ResumingConnectionManager manager =
      ResumingConnectionManager.builder()
          .tls(
              TlsSettings.builder()
                  .trustManagers(certificates.trustManagers())
                  .maxPreconnectionsPerPeer(1)
                  .build())
          .dnsResolver(
              host ->
                  new InetAddress[] {
                    InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1}),
                  })
          .build();

  private Preparation prepared(HttpRoute route) throws Exception {
    return manager.prepare(route).toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  /** The manager's resolver alone knows the host. */
  @Test
  void theCallFindsItsConnection() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.2");
        CloseableHttpClient client = HttpClients.custom().setConnectionManager(manager).build()) {
      HttpHost host = new HttpHost(HOST, peer.port(), "https");
      assertThat(prepared(new HttpRoute(host, null, true))).isEqualTo(Preparation.OPENED);
      Eventually.holds(() -> manager.socketFactory().readyPreconnections() == 1);
      assertThat(EntityUtils.toString(client.execute(new HttpGet(host.toURI())).getEntity()))
          .isEqualTo(TlsPeer.BODY);
      assertThat(peer.connections()).isEqualTo(1);
    }
  }

  @Test
  void nothingIsDoneWhereTheConnectionWouldNotServe() throws Exception {
    HttpHost host = new HttpHost(HOST, 443, "https");
    HttpHost proxy = new HttpHost("proxy.example", 3128);
    InetAddress local = InetAddress.getLoopbackAddress();
    assertThat(prepared(new HttpRoute(host, null, proxy, true))).isEqualTo(Preparation.OFF);
    assertThat(prepared(new HttpRoute(host, local, true))).isEqualTo(Preparation.OFF);
    assertThat(prepared(new HttpRoute(new HttpHost(HOST, 80)))).isEqualTo(Preparation.OFF);
    manager.close();
    assertThat(prepared(new HttpRoute(host, null, true))).isEqualTo(Preparation.OFF);
  }
}
