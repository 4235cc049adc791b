package dev.reprise.httpclient4;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
import org.apache.http.protocol.HttpContext;
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

  /** The attribute of a connection that tells when it came to the pool, by System.nanoTime. */
  private static final String RELEASED_AT = FairConnectionManager.class.getName();

  /** Those who wait, by route. Its monitor is that within which the pool is entered. */
  private final Map<HttpRoute, Set<Request>> waiting = new HashMap<>();

  private long numbers;
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

  /** Changes the pool, which then may have room. */
  private void change(Runnable change) {
    synchronized (waiting) {
      try {
        change.run();
      } finally {
        serve();
      }
    }
  }

  private void serve() {
    for (Request next = next(); next != null; next = next()) {
      next.leave();
      next.lease();
    }
  }

  /** Of each route's first that can be served, the one that has waited for longest. */
  private Request next() {
    return waiting.values().stream()
        .map(queue -> queue.iterator().next())
        .filter(first -> first.leased.isDone() || hasRoom(first.route))
        .min(Comparator.comparingLong(first -> first.number))
        .orElse(null);
  }

  /** Whether the pool's limits allow for one more connection that is leased. */
  private boolean hasRoom(HttpRoute route) {
    PoolStats all = super.getTotalStats();
    PoolStats here = super.getStats(route);
    return all.getLeased() < all.getMax() && here.getLeased() < here.getMax();
  }

  static void closeQuietly(HttpClientConnection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      // The TCP socket is closed nevertheless.
    }
  }

  /**
   * What HttpClient asks for. As with its own manager, a caller whose wait failed may wait again,
   * and one that got a connection gets the same again. Any thread may cancel, one at a time may
   * get.
   */
  private final class Request implements ConnectionRequest {

    private final HttpRoute route;
    private final Object state;
    private volatile CompletableFuture<HttpClientConnection> leased = new CompletableFuture<>();
    private volatile HttpClientConnection got;
    private long number;

    Request(HttpRoute route, Object state) {
      this.route = route;
      this.state = state;
    }

    /** Whether it waited until now, and so is not served later. */
    private boolean leave() {
      synchronized (waiting) {
        Set<Request> queue = waiting.get(route);
        boolean left = queue != null && queue.remove(this);
        if (left && queue.isEmpty()) {
          waiting.remove(route);
        }
        return left;
      }
    }

    private void giveBack(HttpClientConnection closed) {
      FairConnectionManager.super.releaseConnection(closed, null, 0, TimeUnit.MILLISECONDS);
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
          closeQuietly(connection);
          giveBack(connection);
        }
      } catch (Exception | Error e) {
        leased.completeExceptionally(e instanceof ExecutionException ? e.getCause() : e);
      }
    }

    @Override
    public HttpClientConnection get(long timeout, TimeUnit unit)
        throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
      long start = System.nanoTime();
      long most = timeout > 0 ? unit.toNanos(timeout) : Long.MAX_VALUE;
      while (got == null) {
        if (!leased.isDone()) {
          change(this::join);
          await(most - (System.nanoTime() - start));
        }
        HttpClientConnection connection = outcome();
        if (!connection.isOpen() || (!isStale(connection) && isFit(connection))) {
          got = connection;
        } else {
          closeQuietly(connection);
          change(() -> replace(connection));
        }
      }
      return got;
    }

    private void join() {
      number = numbers++;
      waiting.computeIfAbsent(route, r -> new LinkedHashSet<>()).add(this);
    }

    /** Leases another one in the same place; it waits once more if the limits were lowered. */
    private void replace(HttpClientConnection unfit) {
      giveBack(unfit);
      leased = new CompletableFuture<>();
      if (hasRoom(route)) {
        lease();
      }
    }

    private HttpClientConnection outcome() throws ExecutionException {
      try {
        return leased.join();
      } catch (CancellationException e) {
        throw new ExecutionException(e);
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException) {
          throw (RuntimeException) e.getCause();
        }
        if (e.getCause() instanceof Error) {
          throw (Error) e.getCause();
        }
        throw new ExecutionException(e.getCause());
      }
    }

    private String timedOut() {
      PoolStats here = getStats(route);
      PoolStats all = getTotalStats();
      return "Timeout waiting for connection from pool: "
          + (here.getLeased() + " of " + here.getMax() + " are in use to ")
          + (route.getTargetHost().toURI() + ", " + all.getLeased() + " of " + all.getMax())
          + (" in all, and " + all.getPending() + " more calls wait. See maxPerRoute and maxTotal,")
          + " with Spring Boot reprise.pool.max-per-route and reprise.pool.max-total";
    }

    /** Waits until it is done, for whatever reason. */
    private void await(long nanos) throws InterruptedException, ConnectionPoolTimeoutException {
      try {
        leased.get(nanos, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (leave()) {
          throw new ConnectionPoolTimeoutException(timedOut());
        }
      } catch (InterruptedException e) {
        if (leave()) {
          throw e;
        }
        Thread.currentThread().interrupt();
      } catch (CancellationException | ExecutionException e) {
        leave();
      }
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
    if (connection.isOpen()) {
      ((HttpContext) connection).setAttribute(RELEASED_AT, System.nanoTime());
    }
    change(() -> super.releaseConnection(connection, state, keepAlive, unit));
  }

  /** Looks for the end of a connection that has been idle; HttpCore would do so in a monitor. */
  private boolean isStale(HttpClientConnection connection) {
    Object releasedAt = ((HttpContext) connection).getAttribute(RELEASED_AT);
    return validateAfterInactivity > 0
        && releasedAt instanceof Long
        && System.nanoTime() - (Long) releasedAt
            >= TimeUnit.MILLISECONDS.toNanos(validateAfterInactivity)
        && seemsStale(connection);
  }

  /** HttpCore throws if a connection was opened and never used; that one is not wanted either. */
  private static boolean seemsStale(HttpClientConnection connection) {
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
          waiting.values().forEach(queue -> queue.forEach(request -> request.leased.cancel(false)));
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
                super.getTotalStats(), waiting.values().stream().mapToInt(Set::size).sum()));
  }

  @Override
  public PoolStats getStats(HttpRoute route) {
    return ask(
        () -> withWaiting(super.getStats(route), waiting.getOrDefault(route, Set.of()).size()));
  }

  private static PoolStats withWaiting(PoolStats stats, int waiting) {
    return new PoolStats(
        stats.getLeased(), stats.getPending() + waiting, stats.getAvailable(), stats.getMax());
  }
}
