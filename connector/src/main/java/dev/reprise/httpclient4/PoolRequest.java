package dev.reprise.httpclient4;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.http.HttpClientConnection;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.routing.HttpRoute;

/**
 * What HttpClient asks the manager for. As with HttpClient's own manager, who has waited in vain
 * may wait again, and who has got a connection gets the same again. Thread-safe.
 */
final class PoolRequest implements ConnectionRequest {

  /** HttpCore's pool, of which nobody asks more than it has. */
  interface Pool {
    ConnectionRequest request(HttpRoute route, Object state);

    /** The connection has a place within the gate, which its release makes free. */
    void leased(HttpClientConnection connection, HttpRoute route);

    /** Whether a caller has no use for it; takes its time. */
    boolean isUnfit(HttpClientConnection connection);

    /** Gives it back without its place. */
    void forget(HttpClientConnection connection);

    /** Closes and releases it. */
    void discard(HttpClientConnection connection);
  }

  /** The gate lets in only whom the pool need not keep waiting, but as a limit is being lowered. */
  private static final long POOL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final Object CANCELLED = new Object();

  private final PoolGate gate;
  private final Pool pool;
  private final HttpRoute route;
  private final Object state;
  private final ReentrantLock turn = new ReentrantLock();

  /** Null, the connection, or {@link #CANCELLED}. */
  private final AtomicReference<Object> outcome = new AtomicReference<>();

  private volatile PoolGate.Place current;
  private ConnectionRequest request;

  /** A request of ours for one of the pool, which is not used yet. */
  PoolRequest(PoolGate gate, Pool pool, HttpRoute route, Object state, ConnectionRequest request) {
    this.gate = gate;
    this.pool = pool;
    this.route = route;
    this.state = state;
    this.request = request;
  }

  @Override
  public HttpClientConnection get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    turn.lock();
    try {
      return outcome.get() instanceof HttpClientConnection
          ? (HttpClientConnection) outcome.get()
          : get(timeout > 0 ? unit.toNanos(timeout) : 0);
    } finally {
      turn.unlock();
    }
  }

  private HttpClientConnection get(long nanos)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    long start = System.nanoTime();
    PoolGate.Place place = new PoolGate.Place(route);
    current = place;
    if (outcome.get() == CANCELLED) {
      throw PoolGate.aborted();
    }
    gate.enter(place, nanos);
    HttpClientConnection connection = null;
    try {
      connection = fromPool(start, nanos);
      pool.leased(connection, route);
    } finally {
      if (connection == null) {
        gate.leave(route);
      }
    }
    if (!outcome.compareAndSet(null, connection)) {
      // The pool would take it back without the user's state that it was kept with.
      pool.discard(connection);
      throw PoolGate.aborted();
    }
    return connection;
  }

  private HttpClientConnection fromPool(long start, long nanos)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    while (true) {
      if (outcome.get() == CANCELLED) {
        throw PoolGate.aborted();
      }
      if (request == null) {
        request = pool.request(route, state);
      }
      try {
        HttpClientConnection connection = request.get(POOL_NANOS, TimeUnit.NANOSECONDS);
        request = null;
        if (!pool.isUnfit(connection)) {
          return connection;
        }
        pool.forget(connection);
      } catch (ConnectionPoolTimeoutException e) {
        if (nanos > 0 && System.nanoTime() - start >= nanos) {
          throw e;
        }
        LockSupport.parkNanos(POOL_NANOS);
      }
    }
  }

  @Override
  public boolean cancel() {
    if (!outcome.compareAndSet(null, CANCELLED)) {
      return false;
    }
    PoolGate.Place waiting = current;
    if (waiting != null) {
      gate.cancel(waiting);
    }
    return true;
  }
}
