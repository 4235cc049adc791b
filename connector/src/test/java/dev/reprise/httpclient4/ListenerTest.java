package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A listener that uses the pool whose connection was closed, as one that reports may. */
class ListenerTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();

  /** How the pool comes to close a connection. */
  enum Close {
    IDLE,
    EXPIRED,
    RELOAD,
    SHUTDOWN
  }

  private static PoolingHttpClientConnectionManager manager(
      boolean ours, ResumingSslSocketFactory sockets) {
    return ours
        ? ResumingConnectionManager.builder().socketFactory(sockets).build()
        : new PoolingHttpClientConnectionManager(
            RegistryBuilder.<ConnectionSocketFactory>create()
                .register("https", new TlsConnectionSocketFactory(sockets))
                .build(),
            new GracefulConnectionFactory());
  }

  private static void get(CloseableHttpClient client, TlsPeer peer) throws Exception {
    try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
      EntityUtils.consume(response.getEntity());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "true, IDLE",
    "true, EXPIRED",
    "true, RELOAD",
    "true, SHUTDOWN",
    "false, IDLE",
    "false, EXPIRED",
    "false, SHUTDOWN"
  })
  void waitsForThePoolAndCallsItsClient(boolean ours, Close how) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    CompletableFuture<ConnectionClosed> closed = new CompletableFuture<>();
    CompletableFuture<Void> done = new CompletableFuture<>();
    TlsSettings settings =
        TlsSettings.builder()
            .trustManagers(certificates.trustManagers())
            .addListener(
                new TlsListener() {
                  @Override
                  public void closed(ConnectionClosed event) {
                    if (closed.complete(event)) {
                      done.join();
                    }
                  }
                })
            .build();
    ResumingSslSocketFactory sockets = new ResumingSslSocketFactory(settings);
    nothingLeftOver.watchLeases(() -> sockets.laneCounts().leased());
    PoolingHttpClientConnectionManager manager = manager(ours, sockets);
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.KEEP_ALIVE);
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(manager)
                .setKeepAliveStrategy((response, context) -> how == Close.EXPIRED ? 1 : -1)
                .build()) {
      get(client, peer);
      try {
        threads.submit(() -> close(manager, how, settings));
        closed.get(20, TimeUnit.SECONDS);
        // What the listener waits for.
        assertThat(threads.submit(manager::getTotalStats).get(20, TimeUnit.SECONDS).getAvailable())
            .isZero();
        if (how != Close.SHUTDOWN) {
          threads
              .submit(
                  () -> {
                    get(client, peer);
                    return null;
                  })
              .get(20, TimeUnit.SECONDS);
        }
      } finally {
        done.complete(null);
      }
    } finally {
      threads.shutdown();
      assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void close(
      PoolingHttpClientConnectionManager manager, Close how, TlsSettings settings) {
    switch (how) {
      case IDLE:
        manager.closeIdleConnections(0, TimeUnit.MILLISECONDS);
        break;
      case EXPIRED:
        while (manager.getTotalStats().getAvailable() > 0) {
          manager.closeExpiredConnections();
        }
        break;
      case RELOAD:
        ((ResumingConnectionManager) manager).reloadTls(settings.toBuilder().build());
        break;
      case SHUTDOWN:
        manager.shutdown();
        break;
    }
  }
}
