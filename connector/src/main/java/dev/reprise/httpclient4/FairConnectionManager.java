package dev.reprise.httpclient4;

import dev.reprise.http.Exchange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.http.HttpClientConnection;
import org.apache.http.config.Registry;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.DnsResolver;
import org.apache.http.conn.HttpConnectionFactory;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.pool.PoolEntryCallback;
import org.apache.http.pool.PoolStats;
import org.apache.http.util.Args;
import org.apache.http.util.Asserts;

/**
 * HttpClient's pooling manager, but callers wait for a connection in turn and outside of monitors.
 * Thread-safe.
 *
 * <p>HttpClient lets callers wait within a monitor, where a virtual thread pins its carrier before
 * JDK 24 (JEP 491). Once they hold all carriers, no thread can give a connection back. So this
 * class asks the pool only for what it has at once. It enters the pool only within one monitor:
 * there a virtual thread keeps its carrier, and so can always release the pool's lock.
 */
abstract class FairConnectionManager extends PoolingHttpClientConnectionManager {

  /** The waiting requests, by route. The pool is entered only within this map's monitor. */
  private final Map<HttpRoute, Deque<Request>> waiting = new HashMap<>();

  private volatile int validateAfterInactivity;
  private volatile boolean shutDown;

  FairConnectionManager(
      Registry<ConnectionSocketFactory> socketFactories,
      HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> connections,
      DnsResolver resolver,
      long timeToLiveMillis) {
    super(socketFactories, connections, null, resolver, timeToLiveMillis, TimeUnit.MILLISECONDS);
    super.setValidateAfterInactivity(-1);
  }

  /** Returns whether an open connection of the pool may serve another request. */
  abstract boolean isFit(HttpClientConnection connection);

  private <T> T ask(Supplier<T> question) {
    synchronized (waiting) {
      return question.get();
    }
  }

  /** Changes the pool or the waiting requests, then serves the requests that it can serve now. */
  private void change(Runnable change) {
    synchronized (waiting) {
      try {
        change.run();
      } finally {
        for (Request next = next(); next != null; next = next()) {
          next.leave();
          if (!next.leased.isDone()) {
            next.lease();
          }
        }
      }
    }
  }

  /** Returns the longest-waiting first request of a route with room; null if there is none. */
  private Request next() {
    Request next = null;
    for (Deque<Request> queue : waiting.values()) {
      Request first = queue.element();
      if ((next == null || first.since - next.since < 0) && hasRoom(first.route)) {
        next = first;
      }
    }
    return next;
  }

  /** Returns whether the pool's limits allow one more leased connection. */
  private boolean hasRoom(HttpRoute route) {
    return hasRoom(super.getTotalStats()) && hasRoom(super.getStats(route));
  }

  private static boolean hasRoom(PoolStats stats) {
    return stats.getLeased() < stats.getMax();
  }

  /**
   * HttpClient's request for a connection. Further calls of {@code get} return the same connection,
   * or throw if the caller gave up. Any thread may cancel; one at a time may get.
   */
  private final class Request implements ConnectionRequest {

    private final HttpRoute route;
    private final Object state;
    private final long since = System.nanoTime();
    private volatile CompletableFuture<HttpClientConnection> leased = new CompletableFuture<>();

    /** Done once the caller has its connection, or gets none. A connection is checked before. */
    private final CompletableFuture<HttpClientConnection> result = new CompletableFuture<>();

    Request(HttpRoute route, Object state) {
      this.route = route;
      this.state = state;
    }

    private Deque<Request> queue() {
      return waiting.computeIfAbsent(route, r -> new ArrayDeque<>());
    }

    private void leave() {
      waiting.computeIfPresent(
          route, (r, queue) -> queue.remove(this) && queue.isEmpty() ? null : queue);
    }

    private void lease() {
      try {
        // HttpCore rounds this down to 0 ms: it does not wait. A timeout of 0 would mean no limit.
        HttpClientConnection connection =
            FairConnectionManager.super
                .requestConnection(route, state)
                .get(1, TimeUnit.NANOSECONDS);
        if (!leased.complete(connection)) {
          // The caller gave up. Given back open, the connection would lose the user's state.
          Exchange.closeQuietly(connection);
          giveBack(connection);
        }
      } catch (Exception | Error e) {
        leased.completeExceptionally(e instanceof ExecutionException ? e.getCause() : e);
      }
    }

    private void giveBack(HttpClientConnection closed) {
      FairConnectionManager.super.releaseConnection(closed, null, 0, TimeUnit.MILLISECONDS);
    }

    @Override
    public HttpClientConnection get(long timeout, TimeUnit unit)
        throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
      if (leased.isDone()) {
        return await(0);
      }
      long start = System.nanoTime();
      long most = timeout > 0 ? unit.toNanos(timeout) : Long.MAX_VALUE;
      try {
        change(() -> queue().addLast(this));
        while (true) {
          HttpClientConnection connection = await(most - (System.nanoTime() - start));
          if (!connection.isOpen() || (!isStale(connection) && isFit(connection))) {
            result.complete(connection);
            if (!result.isCancelled()) {
              return connection;
            }
          }
          Exchange.closeQuietly(connection);
          leased = new CompletableFuture<>();
          if (result.isCancelled()) {
            leased.cancel(false);
          }
          // Asks for another one from the head of the queue; waits if the limits were lowered.
          change(
              () -> {
                giveBack(connection);
                queue().addFirst(this);
              });
        }
      } finally {
        if (leased.isCompletedExceptionally()) {
          result.cancel(false);
          change(this::leave);
        }
      }
    }

    private HttpClientConnection await(long nanos)
        throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
      try {
        return leased.get(nanos, TimeUnit.NANOSECONDS);
      } catch (CancellationException e) {
        throw new ExecutionException(e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException) {
          throw (RuntimeException) e.getCause();
        }
        if (e.getCause() instanceof Error) {
          throw (Error) e.getCause();
        }
        throw e;
      } catch (TimeoutException e) {
        String why = timedOut();
        if (withdraw()) {
          throw new ConnectionPoolTimeoutException(why);
        }
      } catch (InterruptedException e) {
        if (withdraw()) {
          throw e;
        }
        Thread.currentThread().interrupt();
      }
      // The request was served before it could be cancelled.
      return await(nanos);
    }

    private boolean withdraw() {
      return !leased.isDone() && leased.cancel(false);
    }

    /** Returns the message of a timeout. Called while this request still counts as waiting. */
    private String timedOut() {
      PoolStats here = getStats(route);
      PoolStats all = getTotalStats();
      return "Timeout waiting for connection from pool: "
          + (here.getLeased() + " of " + here.getMax() + " are in use to ")
          + (route.getTargetHost().toURI() + ", " + all.getLeased() + " of " + all.getMax())
          + (" in all, and " + (all.getPending() - 1) + " more calls wait. See maxPerRoute and")
          + " maxTotal, with Spring Boot reprise.pool.max-per-route and reprise.pool.max-total";
    }

    @Override
    public boolean cancel() {
      boolean cancelled = !result.isDone() && result.cancel(false);
      if (cancelled) {
        leased.cancel(false);
      }
      return cancelled;
    }
  }

  @Override
  public ConnectionRequest requestConnection(HttpRoute route, Object state) {
    Args.notNull(route, "HTTP route");
    Asserts.check(!shutDown, "Connection pool shut down");
    return new Request(route, state);
  }

  @Override
  public void releaseConnection(
      HttpClientConnection connection, Object state, long keepAlive, TimeUnit unit) {
    Args.notNull(connection, "Managed connection");
    if (connection.isOpen()) {
      GracefulConnection.of(connection).releasedAt = System.nanoTime();
      if (!isFit(connection)) {
        Exchange.closeQuietly(connection);
      }
    }
    change(() -> super.releaseConnection(connection, state, keepAlive, unit));
  }

  /**
   * Returns whether an idle connection has ended; HttpCore would check within a monitor. Its check
   * throws if a connection was opened but never used, which counts as ended.
   */
  private boolean isStale(HttpClientConnection connection) {
    long idle = System.nanoTime() - GracefulConnection.of(connection).releasedAt;
    if (validateAfterInactivity <= 0
        || idle < TimeUnit.MILLISECONDS.toNanos(validateAfterInactivity)) {
      return false;
    }
    try {
      return connection.isStale();
    } catch (RuntimeException e) {
      return true;
    }
  }

  @Override
  public int getValidateAfterInactivity() {
    return validateAfterInactivity;
  }

  @Override
  public void setValidateAfterInactivity(int millis) {
    validateAfterInactivity = millis;
  }

  @Override
  public void closeIdleConnections(long idle, TimeUnit unit) {
    change(() -> super.closeIdleConnections(idle, unit));
  }

  @Override
  public void closeExpiredConnections() {
    change(super::closeExpiredConnections);
  }

  @Override
  public void shutdown() {
    shutDown = true;
    change(
        () -> {
          waiting.values().forEach(queue -> queue.forEach(Request::cancel));
          super.shutdown();
        });
  }

  @Override
  public int getMaxTotal() {
    return ask(super::getMaxTotal);
  }

  @Override
  public void setMaxTotal(int max) {
    change(() -> super.setMaxTotal(max));
  }

  @Override
  public int getDefaultMaxPerRoute() {
    return ask(super::getDefaultMaxPerRoute);
  }

  @Override
  public void setDefaultMaxPerRoute(int max) {
    change(() -> super.setDefaultMaxPerRoute(max));
  }

  @Override
  public int getMaxPerRoute(HttpRoute route) {
    return ask(() -> super.getMaxPerRoute(route));
  }

  @Override
  public void setMaxPerRoute(HttpRoute route, int max) {
    change(() -> super.setMaxPerRoute(route, max));
  }

  @Override
  public Set<HttpRoute> getRoutes() {
    return ask(super::getRoutes);
  }

  @Override
  protected void enumAvailable(PoolEntryCallback<HttpRoute, ManagedHttpClientConnection> callback) {
    change(() -> super.enumAvailable(callback));
  }

  @Override
  protected void enumLeased(PoolEntryCallback<HttpRoute, ManagedHttpClientConnection> callback) {
    change(() -> super.enumLeased(callback));
  }

  @Override
  public PoolStats getTotalStats() {
    return ask(
        () ->
            withWaiting(
                super.getTotalStats(), waiting.values().stream().mapToInt(Deque::size).sum()));
  }

  @Override
  public PoolStats getStats(HttpRoute route) {
    return ask(
        () ->
            withWaiting(
                super.getStats(route), waiting.getOrDefault(route, new ArrayDeque<>()).size()));
  }

  private static PoolStats withWaiting(PoolStats stats, int waiting) {
    return new PoolStats(
        stats.getLeased(), stats.getPending() + waiting, stats.getAvailable(), stats.getMax());
  }
}
