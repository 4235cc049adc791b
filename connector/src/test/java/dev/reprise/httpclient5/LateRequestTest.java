package dev.reprise.httpclient5;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that bounds its handshakes would end those whose last message is held back. */
class LateRequestTest {

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

  private PoolingHttpClientConnectionManager manager(boolean stock) throws Exception {
    if (!stock) {
      return ResumingConnectionManagerBuilder.create()
          .socketFactory(
              new ResumingSslSocketFactory(
                  TlsSettings.builder().trustManagers(certificates.trustManagers()).build()))
          .build();
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, certificates.trustManagers(), null);
    return PoolingHttpClientConnectionManagerBuilder.create()
        .setTlsSocketStrategy(new DefaultClientTlsStrategy(context))
        .build();
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

  /** What the context still holds is the request of the call before. */
  @ParameterizedTest(name = "stock: {0}")
  @ValueSource(booleans = {true, false})
  void norWhereTheContextHasServedACall(boolean stock) throws Exception {
    HttpClientContext context = HttpClientContext.create();
    try (ScriptedPeer peer = peer("TLSv1.3");
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(manager(stock))
                .disableAutomaticRetries()
                .build()) {
      String url = "https://localhost:" + peer.port() + "/";
      client.<Void>execute(new HttpGet(url), context, response -> null);
      awaitHandshake();
      HttpPost request = new HttpPost(url);
      request.setEntity(new InputStreamEntity(lateBody(), 1, null));
      client.<Void>execute(request, context, response -> null);
    }
  }

  private InputStream lateBody() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        awaitHandshake();
        return 'x';
      }
    };
  }

  /** The second call resumes the session of the first. */
  @ParameterizedTest(name = "stock: {0}, {1}")
  @CsvSource({"true, TLSv1.2", "false, TLSv1.2", "true, TLSv1.3", "false, TLSv1.3"})
  void aBodyThatComesLateDoesNotHoldTheHandshakeUp(boolean stock, String protocol)
      throws Exception {
    try (ScriptedPeer peer = peer(protocol);
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(manager(stock))
                .disableAutomaticRetries()
                .build()) {
      for (int i = 0; i < 2; i++) {
        HttpPost request = new HttpPost("https://localhost:" + peer.port() + "/");
        request.setEntity(new InputStreamEntity(lateBody(), 1, null));
        client.execute(
            request,
            response -> {
              EntityUtils.consume(response.getEntity());
              return null;
            });
      }
    }
  }

  @ParameterizedTest(name = "stock: {0}, {1}")
  @CsvSource({"true, TLSv1.2", "false, TLSv1.2", "true, TLSv1.3", "false, TLSv1.3"})
  void aConnectionThatIsMadeAheadIsWhole(boolean stock, String protocol) throws Exception {
    try (ScriptedPeer peer = peer(protocol);
        PoolingHttpClientConnectionManager manager = manager(stock)) {
      HttpRoute route = new HttpRoute(new HttpHost("https", "localhost", peer.port()), null, true);
      for (int i = 0; i < 2; i++) {
        ConnectionEndpoint endpoint =
            manager
                .lease("made ahead", route, Timeout.ofSeconds(10), null)
                .get(Timeout.ofSeconds(10));
        manager.connect(endpoint, TimeValue.ofSeconds(10), HttpClientContext.create());
        awaitHandshake();
        endpoint.close(CloseMode.IMMEDIATE);
        manager.release(endpoint, null, TimeValue.ZERO_MILLISECONDS);
      }
    }
    assertThat(handshakes.availablePermits()).isZero();
  }
}
