package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ConnectProxy;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpRequestExecutor;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that bounds its handshakes would end those whose last message is held back. */
class LateRequestTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();

  /** A permit for each handshake that the server has done. */
  private final Semaphore handshakes = new Semaphore(0);

  private ScriptedPeer peer(String protocol) throws Exception {
    return ScriptedPeer.start(
        certificates,
        tls -> {
          tls.startHandshake();
          handshakes.release();
          ScriptedPeer.answer(tls, () -> true);
        },
        protocol);
  }

  private HttpClientConnectionManager manager(boolean stock) throws Exception {
    if (!stock) {
      return ResumingConnectionManager.builder()
          .tls(TlsSettings.builder().trustManagers(certificates.trustManagers()).build())
          .build();
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, certificates.trustManagers(), null);
    return new PoolingHttpClientConnectionManager(
        RegistryBuilder.<ConnectionSocketFactory>create()
            .register("http", PlainConnectionSocketFactory.getSocketFactory())
            .register("https", new SSLConnectionSocketFactory(context))
            .build());
  }

  private void awaitHandshake() throws IOException {
    try {
      if (!handshakes.tryAcquire(10, TimeUnit.SECONDS)) {
        throw new IOException("The server is still in its handshake");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** The second call resumes the session of the first. */
  @ParameterizedTest(name = "stock: {0}, {1}, tunnel: {2}")
  @CsvSource({
    "true, TLSv1.2, false",
    "false, TLSv1.2, false",
    "true, TLSv1.3, false",
    "false, TLSv1.3, false",
    "true, TLSv1.2, true",
    "false, TLSv1.2, true",
    "true, TLSv1.3, true",
    "false, TLSv1.3, true"
  })
  void aBodyThatComesLateDoesNotHoldTheHandshakeUp(boolean stock, String protocol, boolean tunnel)
      throws Exception {
    try (ScriptedPeer peer = peer(protocol);
        ConnectProxy proxy = new ConnectProxy(peer.port());
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(manager(stock))
                .setProxy(tunnel ? new HttpHost("localhost", proxy.port()) : null)
                .disableAutomaticRetries()
                .build()) {
      for (int i = 0; i < 2; i++) {
        HttpPost request = new HttpPost("https://localhost:" + peer.port() + "/");
        request.setEntity(
            new InputStreamEntity(
                new InputStream() {
                  @Override
                  public int read() throws IOException {
                    awaitHandshake();
                    return 'x';
                  }
                },
                1));
        try (CloseableHttpResponse response = client.execute(request)) {
          EntityUtils.consume(response.getEntity());
        }
      }
    }
  }

  /** As an authentication scheme does that fetches a token, or an executor that waits. */
  @ParameterizedTest(name = "stock: {0}, {1}")
  @CsvSource({"true, TLSv1.2", "false, TLSv1.2", "true, TLSv1.3", "false, TLSv1.3"})
  void whatComesBeforeTheRequestDoesNotHoldTheHandshakeUp(boolean stock, String protocol)
      throws Exception {
    HttpRequestExecutor late =
        new HttpRequestExecutor() {
          @Override
          public HttpResponse execute(
              HttpRequest request, HttpClientConnection connection, HttpContext context)
              throws IOException, HttpException {
            awaitHandshake();
            return super.execute(request, connection, context);
          }
        };
    try (ScriptedPeer peer = peer(protocol);
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(manager(stock))
                .setRequestExecutor(late)
                .disableAutomaticRetries()
                .build()) {
      for (int i = 0; i < 2; i++) {
        try (CloseableHttpResponse response =
            client.execute(new HttpGet("https://localhost:" + peer.port() + "/"))) {
          EntityUtils.consume(response.getEntity());
        }
      }
    }
  }

  @ParameterizedTest(name = "stock: {0}, {1}")
  @CsvSource({"true, TLSv1.2", "false, TLSv1.2", "true, TLSv1.3", "false, TLSv1.3"})
  void aConnectionThatIsMadeAheadIsWhole(boolean stock, String protocol) throws Exception {
    HttpClientConnectionManager manager = manager(stock);
    try (ScriptedPeer peer = peer(protocol)) {
      HttpRoute route = new HttpRoute(new HttpHost("localhost", peer.port(), "https"));
      for (int i = 0; i < 2; i++) {
        HttpClientConnection connection =
            manager.requestConnection(route, null).get(10, TimeUnit.SECONDS);
        HttpClientContext context = HttpClientContext.create();
        manager.connect(connection, route, 10_000, context);
        manager.routeComplete(connection, route, context);
        awaitHandshake();
        connection.shutdown();
        manager.releaseConnection(connection, null, 0, TimeUnit.SECONDS);
      }
    } finally {
      manager.shutdown();
    }
    assertThat(handshakes.availablePermits()).isZero();
  }
}
