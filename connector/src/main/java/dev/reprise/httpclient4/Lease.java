package dev.reprise.httpclient4;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.http.HttpClientConnection;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.routing.HttpRoute;

/**
 * One caller's wait for a connection, and its place in the {@link PoolGate} as long as it has the
 * connection. What it waits for comes once; whoever is first decides whether that is a connection,
 * a failure, or that the caller gives up.
 */
final class Lease extends Waiter {

  private static final Object GIVEN_UP = new Object();

  final HttpRoute route;
  final Object state;

  /** Of the gate: whether it has let this in. */
  boolean inside;

  /** Of the gate: the number of the turn in which this waits. */
  long turn;

  private final AtomicReference<Object> outcome = new AtomicReference<>();
  private ConnectionRequest request;

  /**
   * For a connection of the route, with the user's state, which may be null.
   *
   * @param request a request to the pool that was not used yet, or null
   */
  Lease(HttpRoute route, Object state, ConnectionRequest request) {
    this.route = route;
    this.state = state;
    this.request = request;
  }

  /** The request to the pool that the lease was made with, once; then null. */
  ConnectionRequest takeRequest() {
    ConnectionRequest unused = request;
    request = null;
    return unused;
  }

  /** Hands the connection to the caller; false if the caller has given up. */
  boolean give(HttpClientConnection connection) {
    return end(connection);
  }

  /** Tells the caller why it gets none; false if it has given up. */
  boolean fail(Throwable failure) {
    return end(new Failure(failure));
  }

  /** Stops the wait for the caller itself; false if the outcome was there before. */
  boolean giveUp() {
    return outcome.compareAndSet(null, GIVEN_UP);
  }

  private boolean end(Object with) {
    boolean first = outcome.compareAndSet(null, with);
    if (first) {
      wake();
    }
    return first;
  }

  /** Has the caller wait for another connection; for the caller, which has closed its own. */
  void again() {
    outcome.set(null);
  }

  @Override
  boolean isOver() {
    return outcome.get() != null;
  }

  /** The connection, for the caller when this is over. */
  HttpClientConnection connection()
      throws ExecutionException, ConnectionPoolTimeoutException, InterruptedException {
    Object with = outcome.get();
    if (with instanceof Failure) {
      throw ((Failure) with).toThrow();
    }
    return (HttpClientConnection) with;
  }

  private static final class Failure {

    private final Throwable cause;

    Failure(Throwable cause) {
      this.cause = cause;
    }

    private ExecutionException toThrow()
        throws ConnectionPoolTimeoutException, InterruptedException {
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
      return cause instanceof ExecutionException
          ? (ExecutionException) cause
          : new ExecutionException(cause);
    }
  }
}
