package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpHost;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a ConnectionRequest does when asked more than once: HttpClient's own manager beside ours.
 */
@Timeout(20)
class PoolRequestTest {

  private static final HttpRoute BANK = new HttpRoute(new HttpHost("bank.example", 443, "https"));

  enum Kind {
    STOCK,
    REPRISE
  }

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private PoolingHttpClientConnectionManager manager;

  private void start(Kind kind) {
    manager =
        kind == Kind.STOCK
            ? new PoolingHttpClientConnectionManager()
            : ResumingConnectionManager.builder().build();
    manager.setMaxTotal(1);
    manager.setDefaultMaxPerRoute(1);
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    manager.close();
  }

  private HttpClientConnection lease() throws Exception {
    return manager.requestConnection(BANK, null).get(5, TimeUnit.SECONDS);
  }

  private void release(HttpClientConnection connection) {
    manager.releaseConnection(connection, null, 0, TimeUnit.SECONDS);
  }

  private static void assertAborted(ConnectionRequest request) {
    assertThatThrownBy(() -> request.get(5, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(CancellationException.class);
  }

  @ParameterizedTest
  @EnumSource
  void whoWaitedInVainMayWaitAgain(Kind kind) throws Exception {
    start(kind);
    HttpClientConnection held = lease();
    ConnectionRequest request = manager.requestConnection(BANK, null);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> request.get(1, TimeUnit.MILLISECONDS))
          .isInstanceOf(ConnectionPoolTimeoutException.class);
    }
    release(held);
    release(request.get(5, TimeUnit.SECONDS));
    assertThat(manager.getTotalStats().getLeased()).isZero();
    release(lease());
  }

  @ParameterizedTest
  @EnumSource
  void whoWasInterruptedMayWaitAgain(Kind kind) throws Exception {
    start(kind);
    HttpClientConnection held = lease();
    ConnectionRequest request = manager.requestConnection(BANK, null);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> request.get(5, TimeUnit.SECONDS))
        .isInstanceOf(InterruptedException.class);
    release(held);
    release(request.get(5, TimeUnit.SECONDS));
    assertThat(manager.getTotalStats().getLeased()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptedCallerGetsWhatIsThere(Kind kind) throws Exception {
    start(kind);
    Thread.currentThread().interrupt();
    HttpClientConnection connection = lease();
    assertThat(Thread.interrupted()).isTrue();
    release(connection);
  }

  @ParameterizedTest
  @EnumSource
  void theSameConnectionIsGotTwice(Kind kind) throws Exception {
    start(kind);
    ConnectionRequest request = manager.requestConnection(BANK, null);
    HttpClientConnection connection = request.get(5, TimeUnit.SECONDS);
    assertThat(request.get(5, TimeUnit.SECONDS)).isNotNull();
    assertThat(manager.getTotalStats().getLeased()).isEqualTo(1);
    assertThat(request.cancel()).isFalse();
    release(connection);
    assertThat(manager.getTotalStats().getLeased()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void whatWasCancelledStaysSo(Kind kind) throws Exception {
    start(kind);
    ConnectionRequest request = manager.requestConnection(BANK, null);
    assertThat(request.cancel()).isTrue();
    assertThat(request.cancel()).isFalse();
    assertAborted(request);
    assertAborted(request);
    assertThat(manager.getTotalStats().getLeased()).isZero();
    release(lease());
  }

  @ParameterizedTest
  @EnumSource
  void aWaitThatIsCancelledEnds(Kind kind) throws Exception {
    start(kind);
    HttpClientConnection held = lease();
    ConnectionRequest request = manager.requestConnection(BANK, null);
    Future<HttpClientConnection> waiter = threads.submit(() -> request.get(0, null));
    while (manager.getTotalStats().getPending() == 0) {
      Thread.onSpinWait();
    }
    assertThat(request.cancel()).isTrue();
    assertThatThrownBy(waiter::get)
        .hasCauseInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(CancellationException.class);
    assertAborted(request);
    assertThat(manager.getTotalStats().getPending()).isZero();
    release(held);
    release(lease());
  }

  @ParameterizedTest
  @EnumSource
  void aManagerThatWasShutDownSaysSo(Kind kind) throws Exception {
    start(kind);
    ConnectionRequest request = manager.requestConnection(BANK, null);
    manager.shutdown();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> request.get(5, TimeUnit.SECONDS))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Connection pool shut down");
    }
    assertThatThrownBy(() -> manager.requestConnection(BANK, null))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Connection pool shut down");
  }
}
