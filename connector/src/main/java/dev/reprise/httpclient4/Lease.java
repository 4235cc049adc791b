package dev.reprise.httpclient4;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.http.HttpClientConnection;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.routing.HttpRoute;

/** One caller's lease of a connection, asked for at first. */
final class Lease {

  /** The gate lets in only whom the pool need not keep waiting. */
  private static final long POOL_SECONDS = 1;

  final HttpRoute route;
  private final ConnectionRequest request;
  private final CompletableFuture<HttpClientConnection> connection = new CompletableFuture<>();

  /** Of the {@link PoolGate}. */
  boolean inside;

  /** Of the {@link PoolGate}. */
  boolean cancelled;

  /** A lease to be served by the pool's request. */
  Lease(HttpRoute route, ConnectionRequest request) {
    this.route = route;
    this.request = request;
  }

  /** Takes a connection from the pool; null if there is none, which the caller is told. */
  HttpClientConnection take() {
    try {
      return request.get(POOL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      connection.completeExceptionally(e);
    } catch (ExecutionException | ConnectionPoolTimeoutException | RuntimeException | Error e) {
      connection.completeExceptionally(e);
    }
    return null;
  }

  /** Hands the connection to the caller; false if the caller has given up. */
  boolean give(HttpClientConnection taken) {
    return connection.complete(taken);
  }

  /**
   * Waits for the connection.
   *
   * @param timeout for how long; zero or less for as long as it takes
   * @throws InterruptedException if interrupted, be the connection there or not
   */
  HttpClientConnection await(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    try {
      return timeout > 0 ? connection.get(timeout, unit) : connection.get();
    } catch (TimeoutException e) {
      ConnectionPoolTimeoutException late =
          new ConnectionPoolTimeoutException("Timeout waiting for connection from pool");
      if (connection.completeExceptionally(late)) {
        throw late;
      }
      return await(0, unit);
    } catch (ExecutionException e) {
      throw unwrapped(e);
    }
  }

  private static ExecutionException unwrapped(ExecutionException e)
      throws ConnectionPoolTimeoutException, InterruptedException {
    Throwable cause = e.getCause();
    if (cause instanceof ConnectionPoolTimeoutException) {
      throw (ConnectionPoolTimeoutException) cause;
    }
    if (cause instanceof InterruptedException) {
      throw (InterruptedException) cause;
    }
    if (cause instanceof RuntimeException) {
      throw (RuntimeException) cause;
    }
    if (cause instanceof Error) {
      throw (Error) cause;
    }
    return cause instanceof ExecutionException ? (ExecutionException) cause : e;
  }

  /**
   * Gives up, after an interrupt; the connection if it is there and has to be released, or null.
   */
  HttpClientConnection giveUp() {
    return connection.cancel(false) || connection.isCompletedExceptionally()
        ? null
        : connection.join();
  }

  /** Has the pool refuse the request; true if it was not served before. */
  boolean cancel() {
    return request.cancel();
  }
}
