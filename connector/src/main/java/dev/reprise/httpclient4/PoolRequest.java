package dev.reprise.httpclient4;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.http.HttpClientConnection;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.protocol.HttpContext;

/**
 * What HttpClient asks the manager for. As with HttpClient's own manager, who has waited in vain
 * may wait again, and who has got a connection gets the same again. Thread-safe.
 */
final class PoolRequest implements ConnectionRequest {

  private static final Object CANCELLED = new Object();

  private final Leases leases;
  private final HttpRoute route;
  private final Object state;
  private final boolean noting;
  private final ReentrantLock turn = new ReentrantLock();

  /** Null, the connection, or {@link #CANCELLED}. */
  private final AtomicReference<Object> outcome = new AtomicReference<>();

  private volatile Lease current;
  private ConnectionRequest unused;

  /**
   * A request of ours for one of the pool, which is not used yet.
   *
   * @param noting whether it is known, and noted on failures, how far earlier attempts have come
   */
  PoolRequest(
      Leases leases, HttpRoute route, Object state, ConnectionRequest request, boolean noting) {
    this.leases = leases;
    this.route = route;
    this.state = state;
    this.unused = request;
    this.noting = noting;
  }

  @Override
  public HttpClientConnection get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    turn.lock();
    try {
      HttpClientConnection connection = get(timeout > 0 ? unit.toNanos(timeout) : 0);
      if (connection instanceof HttpContext) {
        ((HttpContext) connection).setAttribute(GracefulConnection.ROUTE, route);
      }
      return connection;
    } catch (ExecutionException e) {
      // HttpClient throws the cause alone.
      note(e.getCause() != null ? e.getCause() : e);
      throw e;
    } catch (InterruptedException | ConnectionPoolTimeoutException | RuntimeException | Error e) {
      note(e);
      throw e;
    } finally {
      turn.unlock();
    }
  }

  private void note(Throwable failure) {
    if (noting) {
      Attempts.beforeLease(route).noteOn(failure);
    }
  }

  private HttpClientConnection get(long nanos)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    if (outcome.get() instanceof HttpClientConnection) {
      return (HttpClientConnection) outcome.get();
    }
    Lease lease = new Lease(route, state, unused);
    unused = null;
    current = lease;
    if (outcome.get() == CANCELLED) {
      throw aborted();
    }
    HttpClientConnection connection = leases.take(lease, nanos);
    if (!outcome.compareAndSet(null, connection)) {
      leases.discard(connection);
      throw aborted();
    }
    return connection;
  }

  @Override
  public boolean cancel() {
    if (!outcome.compareAndSet(null, CANCELLED)) {
      return false;
    }
    Lease waiting = current;
    if (waiting != null) {
      leases.cancel(waiting, aborted());
    }
    return true;
  }

  /** What a caller is told whose wait was ended. */
  static ExecutionException aborted() {
    return new ExecutionException(new CancellationException("Operation aborted"));
  }
}
