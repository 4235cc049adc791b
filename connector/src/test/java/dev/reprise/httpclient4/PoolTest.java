package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Servers;
import dev.reprise.testkit.Eventually;
import dev.reprise.tls.IllegalSettingException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpHost;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.ManagedHttpClientConnectionFactory;
import org.apache.http.pool.PoolStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who waits for a connection of the pool, for how long, and who is next; and what a
 * ConnectionRequest does when asked more than once.
 */
class PoolTest extends Servers {

  private static final HttpRoute BANK = new HttpRoute(new HttpHost("bank.example", 443, "https"));
  private static final HttpRoute TAX = new HttpRoute(new HttpHost("tax.example", 443, "https"));

  private final ResumingConnectionManager manager =
      closing(ResumingConnectionManager.builder().maxTotal(2).maxPerRoute(1).build());
  private final List<String> served = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, -1})
  void aTimeOutOfRangeIsNamed(long seconds) {
    Duration time = Duration.ofSeconds(seconds);
    assertThatThrownBy(() -> ResumingConnectionManager.builder().timeToLive(time))
        .isInstanceOf(IllegalSettingException.class)
        .hasMessageContaining("timeToLive: ");
    assertThatThrownBy(() -> ResumingConnectionManager.builder().validateAfterInactivity(time))
        .isInstanceOf(IllegalSettingException.class)
        .hasMessageContaining("validateAfterInactivity: ");
  }

  private HttpClientConnection lease(HttpRoute route) throws Exception {
    return manager.requestConnection(route, null).get(0, TimeUnit.SECONDS);
  }

  private void release(HttpClientConnection connection) {
    manager.releaseConnection(connection, null, 0, TimeUnit.SECONDS);
  }

  /** A caller that waits, since it must. */
  private Future<HttpClientConnection> waiter(String name, ConnectionRequest request) {
    int before = manager.getTotalStats().getPending();
    Future<HttpClientConnection> caller =
        threads.submit(
            () -> {
              HttpClientConnection connection = request.get(0, null);
              served.add(name);
              return connection;
            });
    awaitPending(before + 1);
    return caller;
  }

  private Future<HttpClientConnection> waiter(String name, HttpRoute route) {
    return waiter(name, manager.requestConnection(route, null));
  }

  private void awaitPending(int count) {
    Eventually.holds(() -> manager.getTotalStats().getPending() == count);
  }

  @Test
  void callersAreServedInTheirTurn() throws Exception {
    HttpClientConnection connection = lease(BANK);
    Future<HttpClientConnection> first = waiter("first", BANK);
    Future<HttpClientConnection> second = waiter("second", BANK);
    Future<HttpClientConnection> third = waiter("third", BANK);
    for (Future<HttpClientConnection> next : List.of(first, second, third)) {
      release(connection);
      connection = next.get();
    }
    assertThat(served).containsExactly("first", "second", "third");
  }

  @Test
  void aRouteThatIsFullHoldsUpNoOther() throws Exception {
    HttpClientConnection bank = lease(BANK);
    Future<HttpClientConnection> atBank = waiter("bank", BANK);
    HttpClientConnection tax = lease(TAX);
    assertThat(manager.getStats(BANK).getPending()).isEqualTo(1);
    assertThat(manager.getStats(TAX).getPending()).isZero();
    release(bank);
    release(atBank.get());
    release(tax);
    assertThat(manager.getTotalStats().getLeased()).isZero();
  }

  @Test
  void theTotalHoldsForAllRoutes() throws Exception {
    manager.setDefaultMaxPerRoute(2);
    HttpClientConnection bank = lease(BANK);
    HttpClientConnection tax = lease(TAX);
    Future<HttpClientConnection> atBank = waiter("bank", BANK);
    Future<HttpClientConnection> atTax = waiter("tax", TAX);
    release(tax);
    atBank.get();
    release(bank);
    atTax.get();
    assertThat(served).containsExactly("bank", "tax");
  }

  @Test
  void waitingHasAnEnd() throws Exception {
    HttpClientConnection connection = lease(BANK);
    ConnectionRequest late = manager.requestConnection(BANK, null);
    assertThatThrownBy(() -> late.get(1, TimeUnit.MILLISECONDS))
        .isInstanceOf(ConnectionPoolTimeoutException.class)
        .hasMessage(
            "Timeout waiting for connection from pool: 1 of 1 are in use to"
                + " https://bank.example:443, 1 of 2 in all, and 0 more calls wait. See maxPerRoute"
                + " and maxTotal, with Spring Boot reprise.pool.max-per-route and"
                + " reprise.pool.max-total");
    assertThat(manager.getTotalStats().getPending()).isZero();
    release(connection);
    lease(BANK);
  }

  /** Who gives up counts those who wait besides it: not one less if it has left in that moment. */
  @Test
  void aConnectionThatComesAsTheTimeRunsOutIsTaken() throws Exception {
    AtomicReference<HttpClientConnection> held = new AtomicReference<>();
    try (ResumingConnectionManager full =
        new ResumingConnectionManager(ResumingConnectionManager.builder().maxPerRoute(1)) {
          @Override
          public PoolStats getStats(HttpRoute route) {
            HttpClientConnection released = held.getAndSet(null);
            if (released != null) {
              releaseConnection(released, null, 0, TimeUnit.SECONDS);
            }
            return super.getStats(route);
          }
        }) {
      held.set(full.requestConnection(BANK, null).get(0, TimeUnit.SECONDS));
      ConnectionRequest late = full.requestConnection(BANK, null);
      assertThat(late.get(1, TimeUnit.MILLISECONDS)).isNotNull();
    }
  }

  @Test
  void aCallerThatGivesUpIsPassedOver() throws Exception {
    HttpClientConnection connection = lease(BANK);
    ConnectionRequest cancelled = manager.requestConnection(BANK, null);
    Future<HttpClientConnection> first = waiter("first", cancelled);
    Future<HttpClientConnection> second = waiter("second", BANK);
    Future<HttpClientConnection> third = waiter("third", BANK);
    assertThat(cancelled.cancel()).isTrue();
    assertThatThrownBy(first::get)
        .hasCauseInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> cancelled.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CancellationException.class);
    assertThat(second.cancel(true)).isTrue();
    awaitPending(1);
    release(connection);
    release(third.get());
    assertThat(served).containsExactly("third");
    lease(BANK);
  }

  /** A caller that was let in before a limit was lowered finds the pool full. */
  @Test
  void aCallerThatTheLimitOvertakesCanGiveUp() throws Exception {
    HttpClientConnection connection = lease(BANK);
    for (int i = 0; i < 20; i++) {
      ConnectionRequest request = manager.requestConnection(BANK, null);
      Future<HttpClientConnection> caller = waiter("overtaken", request);
      manager.setMaxPerRoute(BANK, 2);
      manager.setMaxPerRoute(BANK, 1);
      request.cancel();
      try {
        release(caller.get(10, TimeUnit.SECONDS));
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(ExecutionException.class);
      }
    }
    release(connection);
  }

  @Test
  void raisedLimitsLetCallersIn() throws Exception {
    lease(BANK);
    Future<HttpClientConnection> second = waiter("second", BANK);
    Future<HttpClientConnection> third = waiter("third", BANK);
    Future<HttpClientConnection> fourth = waiter("fourth", BANK);
    manager.setMaxPerRoute(BANK, 2);
    second.get();
    manager.setMaxTotal(10);
    assertThat(manager.getTotalStats().getPending()).isEqualTo(2);
    manager.setMaxPerRoute(BANK, -1);
    manager.setDefaultMaxPerRoute(4);
    third.get();
    fourth.get();
    assertThat(manager.getTotalStats().getLeased()).isEqualTo(4);
  }

  @Test
  void anErrorReachesTheCallerAndTakesNoRoom() throws Exception {
    AtomicInteger made = new AtomicInteger();
    try (ResumingConnectionManager failing =
        ResumingConnectionManager.builder()
            .maxTotal(1)
            .connectionFactory(
                (route, config) -> {
                  if (made.incrementAndGet() == 1) {
                    throw new NoClassDefFoundError("codec");
                  }
                  return ManagedHttpClientConnectionFactory.INSTANCE.create(route, config);
                })
            .build()) {
      ConnectionRequest first = failing.requestConnection(BANK, null);
      assertThatThrownBy(() -> first.get(1, TimeUnit.SECONDS))
          .isInstanceOf(NoClassDefFoundError.class);
      failing.requestConnection(BANK, null).get(1, TimeUnit.SECONDS);
    }
  }

  @Test
  void aSecondReleaseMakesNoRoom() throws Exception {
    HttpClientConnection connection = lease(BANK);
    release(connection);
    HttpClientConnection next = lease(BANK);
    release(connection);
    Future<HttpClientConnection> caller = waiter("caller", BANK);
    release(next);
    caller.get();
    assertThat(manager.getTotalStats().getLeased()).isEqualTo(1);
  }

  @Test
  void anInterruptedCallerGetsWhatIsThere() throws Exception {
    Thread.currentThread().interrupt();
    HttpClientConnection connection = lease(BANK);
    assertThat(Thread.interrupted()).isTrue();
    release(connection);
  }

  @Test
  void theSameConnectionIsGotTwice() throws Exception {
    ConnectionRequest request = manager.requestConnection(BANK, null);
    HttpClientConnection connection = request.get(5, TimeUnit.SECONDS);
    assertThat(request.get(5, TimeUnit.SECONDS)).isNotNull();
    assertThat(manager.getTotalStats().getLeased()).isEqualTo(1);
    assertThat(request.cancel()).isFalse();
    release(connection);
    assertThat(manager.getTotalStats().getLeased()).isZero();
  }

  /** Whether it would have to wait or not. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWasCancelledStaysSo(boolean full) throws Exception {
    HttpClientConnection held = full ? lease(BANK) : null;
    ConnectionRequest request = manager.requestConnection(BANK, null);
    assertThat(request.cancel()).isTrue();
    assertThat(request.cancel()).isFalse();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> request.get(5, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(CancellationException.class);
    }
    assertThat(manager.getTotalStats().getPending()).isZero();
    if (full) {
      release(held);
    }
    assertThat(manager.getTotalStats().getLeased()).isZero();
    release(lease(BANK));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCancelWhileTheConnectionIsCheckedCounts(boolean fit) throws Exception {
    AtomicReference<ConnectionRequest> checked = new AtomicReference<>();
    AtomicBoolean cancelled = new AtomicBoolean();
    ResumingConnectionManager.Builder settings = ResumingConnectionManager.builder();
    try (ServerSocket server = new ServerSocket(0);
        ResumingConnectionManager checking =
            new ResumingConnectionManager(settings) {
              @Override
              boolean isFit(HttpClientConnection connection) {
                ConnectionRequest request = checked.get();
                if (request == null) {
                  return true;
                }
                cancelled.set(request.cancel());
                return fit;
              }
            }) {
      HttpClientConnection open = checking.requestConnection(TAX, null).get(0, null);
      ((ManagedHttpClientConnection) open).bind(new Socket("localhost", server.getLocalPort()));
      checking.routeComplete(open, TAX, null);
      checking.releaseConnection(open, null, 0, TimeUnit.SECONDS);
      checked.set(checking.requestConnection(TAX, null));
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> checked.get().get(5, TimeUnit.SECONDS))
            .hasCauseInstanceOf(CancellationException.class);
      }
      assertThat(cancelled).isTrue();
      assertThat(checking.getTotalStats().getPending()).isZero();
      assertThat(checking.getTotalStats().getLeased()).isZero();
    }
  }

  @Test
  void aManagerThatWasShutDownSaysSo() {
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
