package dev.reprise.httpclient4;

import dev.reprise.httpclient4.PoolQueue.Wait;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.http.HttpClientConnection;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.routing.HttpRoute;

/**
 * What HttpClient asks the manager for. As with HttpClient's own manager, who has waited in vain
 * may wait again, and who has got a connection gets the same again. Any thread may cancel, one at a
 * time may get.
 */
final class PoolRequest implements ConnectionRequest {

  private static final Object CANCELLED = new Object();

  private final PoolQueue queue;
  private final HttpRoute route;
  private final Object state;

  /** Null, the connection, or {@link #CANCELLED}. */
  private final AtomicReference<Object> outcome = new AtomicReference<>();

  private volatile Wait current;

  PoolRequest(PoolQueue queue, HttpRoute route, Object state) {
    this.queue = queue;
    this.route = route;
    this.state = state;
  }

  @Override
  public HttpClientConnection get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    if (outcome.get() instanceof HttpClientConnection) {
      return (HttpClientConnection) outcome.get();
    }
    long start = System.nanoTime();
    long most = timeout > 0 ? unit.toNanos(timeout) : Long.MAX_VALUE;
    HttpClientConnection connection = await(new Wait(route, state), null, most);
    while (!queue.pool.isFit(connection)) {
      long left = most - (System.nanoTime() - start);
      connection = await(current.again(), connection, left);
    }
    if (!outcome.compareAndSet(null, connection)) {
      queue.pool.discard(connection);
      queue.changed();
      throw aborted();
    }
    return connection;
  }

  /** Waits in the queue, after an unfit connection has been given back, unless that is null. */
  private HttpClientConnection await(Wait wait, HttpClientConnection unfit, long nanos)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    current = wait;
    if (outcome.get() == CANCELLED) {
      wait.cancel(false);
    }
    queue.join(wait, unfit);
    try {
      return wait.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      if (wait.cancel(false)) {
        throw new ConnectionPoolTimeoutException("Timeout waiting for connection from pool");
      }
    } catch (InterruptedException e) {
      if (wait.cancel(false)) {
        throw e;
      }
      Thread.currentThread().interrupt();
    } catch (CancellationException | ExecutionException e) {
      // It is told below, as what came just before a timeout or an interrupt.
    } finally {
      if (wait.isCancelled()) {
        queue.leave(wait);
      }
    }
    return ended(wait);
  }

  private static HttpClientConnection ended(Wait wait) throws ExecutionException {
    if (wait.isCancelled()) {
      throw aborted();
    }
    try {
      return wait.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ExecutionException) {
        throw (ExecutionException) e.getCause();
      }
      return Turns.outcome(wait);
    }
  }

  private static ExecutionException aborted() {
    return new ExecutionException(new CancellationException("Operation aborted"));
  }

  @Override
  public boolean cancel() {
    if (!outcome.compareAndSet(null, CANCELLED)) {
      return false;
    }
    Wait waiting = current;
    if (waiting != null) {
      waiting.cancel(false);
    }
    return true;
  }
}
