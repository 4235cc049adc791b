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
 * HttpClient's pooling manager, whose callers wait for a connection in their turn and outside of
 * monitors. Thread-safe.
 *
 * <p>HttpClient lets them wait within a monitor, where a virtual thread keeps its carrier before
 * JDK 24 (JEP 491): when those who wait have all the carriers, nobody gives a connection back. So
 * the pool is asked only for what it has at once. It is entered only within one monitor, since the
 * next owner of its lock might be a thread without a carrier; who is in a monitor has one.
 */
abstract class FairConnectionManager extends PoolingHttpClientConnectionManager {

  /** Those who wait, by route. Its monitor is that within which the pool is entered. */
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

  /** Whether a caller has a use for an open connection of the pool; takes its time. */
  abstract boolean isFit(HttpClientConnection connection);

  private <T> T ask(Supplier<T> question) {
    synchronized (waiting) {
      return question.get();
    }
  }

  /** Changes the pool, or who waits; then some of them may be served. */
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

  /** Of each route's first that can be served, the one that has waited for longest. */
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

  /** Whether the pool's limits allow for one more connection that is leased. */
  private boolean hasRoom(HttpRoute route) {
    return hasRoom(super.getTotalStats()) && hasRoom(super.getStats(route));
  }

  private static boolean hasRoom(PoolStats stats) {
    return stats.getLeased() < stats.getMax();
  }

  /**
   * What HttpClient asks for. A caller that got a connection gets the same again, and one that gave
   * up gets none. Any thread may cancel, one at a time may get.
   */
  private final class Request implements ConnectionRequest {

    private final HttpRoute route;
    private final Object state;
    private final long since = System.nanoTime();
    private volatile CompletableFuture<HttpClientConnection> leased = new CompletableFuture<>();

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
        // HttpCore counts in milliseconds, and takes zero for no limit.
        HttpClientConnection connection =
            FairConnectionManager.super
                .requestConnection(route, state)
                .get(1, TimeUnit.NANOSECONDS);
        if (!leased.complete(connection)) {
          // The pool would take it back without the user's state that it was kept with.
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
            return connection;
          }
          Exchange.closeQuietly(connection);
          leased = new CompletableFuture<>();
          // In the same place, for another one; it waits if the limits were lowered.
          change(
              () -> {
                giveBack(connection);
                queue().addFirst(this);
              });
        }
      } finally {
        if (leased.isCancelled()) {
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
        if (cancel()) {
          throw new ConnectionPoolTimeoutException(why);
        }
      } catch (InterruptedException e) {
        if (cancel()) {
          throw e;
        }
        Thread.currentThread().interrupt();
      }
      // It was served in that moment.
      return await(nanos);
    }

    /** Asked before it gives up: it is among those who wait, and does not count itself. */
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
      return !leased.isDone() && leased.cancel(false);
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
   * Looks for the end of a connection that has been idle; HttpCore would do so in a monitor. It
   * throws if a connection was opened and never used; that one is not wanted either.
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
