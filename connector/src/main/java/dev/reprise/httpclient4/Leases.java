package dev.reprise.httpclient4;

import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.http.HttpClientConnection;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.routing.HttpRoute;

/**
 * Leases connections of HttpCore's pool. Thread-safe.
 *
 * <p>Callers wait for the lock of that pool, and for a connection, within a monitor, where a
 * virtual thread pins its carrier before JDK 24 (JEP 491); once all carriers are pinned nobody is
 * left to release a connection, and every call hangs. Here whatever takes the lock is a task, so
 * that it is free for the one that runs, and callers wait for their {@link Lease}, in no monitor.
 *
 * <p>A connection that comes when its caller has given up is closed: the pool would take it back
 * without the user's state that it was kept with.
 */
final class Leases {

  /** HttpCore's pool. */
  interface Pool {
    ConnectionRequest request(HttpRoute route, Object state);

    void release(HttpClientConnection connection, Object state, long keepAlive, TimeUnit unit);
  }

  /** The gate lets in only whom the pool need not keep waiting. */
  private static final long POOL_SECONDS = 1;

  private final Pool pool;
  private final Predicate<HttpClientConnection> unfit;
  final PoolGate gate = new PoolGate(this::admitted);
  final SerialTasks tasks = new SerialTasks(gate::firstWaiting);

  /** For the tasks. */
  private final Map<HttpClientConnection, Lease> leased = new IdentityHashMap<>();

  /**
   * Leases of a pool.
   *
   * @param unfit what a caller does not want of the pool's connections; may take its time
   */
  Leases(Pool pool, Predicate<HttpClientConnection> unfit) {
    this.pool = pool;
    this.unfit = unfit;
  }

  /**
   * Waits for a connection. Those that are not fit are closed, and others taken, in the same place.
   *
   * @param nanos for how long, in nanoseconds; zero or less for as long as it takes
   */
  HttpClientConnection take(Lease lease, long nanos)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    long start = System.nanoTime();
    tasks.run(() -> gate.enter(lease), lease);
    HttpClientConnection connection = await(lease, nanos);
    while (unfit.test(connection)) {
      HttpClientConnection dead = connection;
      closeQuietly(dead);
      lease.again();
      tasks.run(() -> exchange(dead, lease), lease);
      connection = await(lease, nanos <= 0 ? 0 : Math.max(1, nanos + start - System.nanoTime()));
    }
    return connection;
  }

  private HttpClientConnection await(Lease lease, long nanos)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    try {
      if (!tasks.await(lease, nanos) && lease.giveUp()) {
        withdraw(lease);
        throw new ConnectionPoolTimeoutException("Timeout waiting for connection from pool");
      }
    } catch (InterruptedException e) {
      if (lease.giveUp()) {
        withdraw(lease);
        throw e;
      }
      Thread.currentThread().interrupt();
    }
    return lease.connection();
  }

  /** Ends a lease's wait from outside. */
  void cancel(Lease lease, Throwable failure) {
    lease.fail(failure);
    withdraw(lease);
  }

  /** Ends all waits, as HttpCore's pool does when it has been shut down. For a task. */
  void shutdown() {
    gate.allWaiting().forEach(lease -> lease.fail(PoolRequest.aborted()));
    gate.openWide();
  }

  private void withdraw(Lease lease) {
    tasks.run(() -> gate.withdraw(lease));
  }

  /** Gives a connection back; one that is closed is forgotten. */
  void release(HttpClientConnection connection, Object state, long keepAlive, TimeUnit unit) {
    tasks.run(
        () -> {
          try {
            pool.release(connection, state, keepAlive, unit);
          } finally {
            Lease lease = leased.remove(connection);
            if (lease != null) {
              gate.leave(lease);
            }
          }
        });
  }

  /** Closes a connection that nobody has used, and gives it back. */
  void discard(HttpClientConnection connection) {
    closeQuietly(connection);
    release(connection, null, 0, TimeUnit.MILLISECONDS);
  }

  /** Serves a lease that the gate has let in. */
  private void admitted(Lease lease) {
    HttpClientConnection connection = lease.isOver() ? null : fromPool(lease);
    if (connection == null) {
      // What then makes room for others is a task of its own: many who get none take no stack.
      tasks.run(() -> gate.leave(lease));
      return;
    }
    leased.put(connection, lease);
    if (!lease.give(connection)) {
      discard(connection);
    }
  }

  /** A connection of the pool; null if there is none, which the caller is told. */
  private HttpClientConnection fromPool(Lease lease) {
    // The flag of a thread that does this for another one is no matter of that one.
    boolean interrupted = Thread.interrupted();
    try {
      ConnectionRequest request = lease.takeRequest();
      if (request == null) {
        request = pool.request(lease.route, lease.state);
      }
      return request.get(POOL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException
        | ExecutionException
        | ConnectionPoolTimeoutException
        | RuntimeException
        | Error e) {
      interrupted |= e instanceof InterruptedException;
      lease.fail(e);
      return null;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Takes another connection for a lease that keeps its place. */
  private void exchange(HttpClientConnection dead, Lease lease) {
    leased.remove(dead);
    try {
      pool.release(dead, null, 0, TimeUnit.MILLISECONDS);
    } finally {
      admitted(lease);
    }
  }

  static void closeQuietly(HttpClientConnection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      // The TCP socket is closed all the same.
    }
  }
}
