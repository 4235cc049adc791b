package dev.reprise.httpclient5;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A listener that uses the pool whose connection was closed, as one that reports may. */
class ListenerTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();

  /** How the pool comes to close a connection. */
  enum Close {
    IDLE,
    EXPIRED,
    SHUTDOWN,
    SHUTDOWN_AT_ONCE,
    SHUTDOWN_AT_THE_LAST_BYTE
  }

  @ParameterizedTest
  @EnumSource
  void waitsForThePoolAndCallsItsClient(Close how) throws Exception {
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
    PoolingHttpClientConnectionManager manager =
        ResumingConnectionManagerBuilder.create().socketFactory(sockets).build();
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.KEEP_ALIVE);
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(manager)
                .setKeepAliveStrategy(
                    (response, context) ->
                        how == Close.EXPIRED ? TimeValue.ofMilliseconds(1) : TimeValue.ofHours(1))
                .build()) {
      client.execute(new HttpGet(peer.url()), response -> null);
      try {
        threads.submit(
            () ->
                how == Close.SHUTDOWN_AT_THE_LAST_BYTE
                    ? client.execute(
                        new HttpGet(peer.url()), response -> closeAtTheLastByte(response, manager))
                    : close(manager, how));
        closed.get(20, TimeUnit.SECONDS);
        // What the listener waits for.
        assertThat(threads.submit(manager::getTotalStats).get(20, TimeUnit.SECONDS).getAvailable())
            .isZero();
        if (how.ordinal() <= Close.EXPIRED.ordinal()) {
          threads
              .submit(
                  () -> {
                    client.execute(new HttpGet(peer.url()), response -> null);
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

  /** The response is read, and HttpClient has not noticed. */
  private static Void closeAtTheLastByte(
      ClassicHttpResponse response, PoolingHttpClientConnectionManager manager) throws IOException {
    InputStream body = response.getEntity().getContent();
    assertThat(body.readNBytes(TlsPeer.BODY.length())).hasSize(TlsPeer.BODY.length());
    return close(manager, Close.SHUTDOWN_AT_ONCE);
  }

  private static Void close(PoolingHttpClientConnectionManager manager, Close how) {
    switch (how) {
      case IDLE:
        manager.closeIdle(TimeValue.ZERO_MILLISECONDS);
        break;
      case EXPIRED:
        while (manager.getTotalStats().getAvailable() > 0) {
          manager.closeExpired();
        }
        break;
      case SHUTDOWN:
        manager.close();
        break;
      case SHUTDOWN_AT_ONCE:
      default:
        manager.close(CloseMode.IMMEDIATE);
        break;
    }
    return null;
  }
}
