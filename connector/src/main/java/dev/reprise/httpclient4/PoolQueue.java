package dev.reprise.httpclient4;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpClientConnection;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.routing.HttpRoute;

/**
 * Those who wait for a connection of HttpCore's pool, in the order in which they came. Thread-safe.
 *
 * <p>The pool is asked for what it has at once, and asked again when it has changed: nobody waits
 * within it, where a virtual thread keeps its carrier before JDK 24 (JEP 491).
 */
final class PoolQueue {

  /** HttpCore's pool. */
  interface Pool {
    ConnectionRequest request(HttpRoute route, Object state);

    /** Whether its limits allow for one more connection that is leased. */
    boolean hasRoom(HttpRoute route);

    /** Whether a caller has a use for a connection; takes its time. */
    boolean isFit(HttpClientConnection connection);

    /** Closes a connection and gives it back. */
    void discard(HttpClientConnection connection);
  }

  /** A caller's wait, completed with its connection, or cancelled. */
  static final class Wait extends CompletableFuture<HttpClientConnection> {

    private final HttpRoute route;
    private final Object state;
    private long number = -1;

    Wait(HttpRoute route, Object state) {
      this.route = route;
      this.state = state;
    }

    /** One more wait in the same place. */
    Wait again() {
      Wait again = new Wait(route, state);
      again.number = number;
      return again;
    }
  }

  final Pool pool;
  private final Turns turns;
  private final Map<HttpRoute, NavigableMap<Long, Wait>> waiting = new HashMap<>();
  private long numbers;

  PoolQueue(Pool pool, Turns turns) {
    this.pool = pool;
    this.turns = turns;
  }

  /**
   * Serves a wait at once, or lets it queue.
   *
   * @param unfit a connection to give back before; null for none
   */
  void join(Wait wait, HttpClientConnection unfit) {
    turns.run(
        () -> {
          if (unfit != null) {
            pool.discard(unfit);
          }
          if (wait.number < 0) {
            wait.number = numbers++;
          }
          NavigableMap<Long, Wait> queue =
              waiting.computeIfAbsent(wait.route, route -> new TreeMap<>());
          queue.put(wait.number, wait);
          boolean first = queue.firstEntry().getValue() == wait;
          if (unfit != null || first && serveFirst(queue) && wait.isCancelled()) {
            serve();
          }
          dropEmpty(wait.route);
          return null;
        });
  }

  /** Takes out a wait that was cancelled. */
  void leave(Wait wait) {
    turns.run(
        () -> {
          waiting.getOrDefault(wait.route, new TreeMap<>()).remove(wait.number, wait);
          dropEmpty(wait.route);
          return null;
        });
  }

  private void dropEmpty(HttpRoute route) {
    waiting.computeIfPresent(route, (r, queue) -> queue.isEmpty() ? null : queue);
  }

  /** Ends all waits. */
  void abort() {
    waiting.values().forEach(queue -> queue.values().forEach(wait -> wait.cancel(false)));
    waiting.clear();
  }

  /** The pool may have room. */
  void changed() {
    turns.run(
        () -> {
          serve();
          return null;
        });
  }

  /** Of each route's first the one comes first that has waited for longest. */
  private void serve() {
    waiting.values().removeIf(Map::isEmpty);
    while (waiting.values().stream()
        .sorted(Comparator.comparing(NavigableMap::firstKey))
        .anyMatch(this::serveFirst)) {
      waiting.values().removeIf(Map::isEmpty);
    }
  }

  /** How many wait for the route, or for any if it is null. */
  int waiting(HttpRoute route) {
    return turns.call(
        () ->
            waiting.entrySet().stream()
                .filter(queue -> route == null || route.equals(queue.getKey()))
                .mapToInt(queue -> queue.getValue().size())
                .sum());
  }

  private boolean serveFirst(NavigableMap<Long, Wait> queue) {
    Wait wait = queue.firstEntry().getValue();
    if (!wait.isDone() && !(pool.hasRoom(wait.route) && isServed(wait))) {
      return false;
    }
    queue.remove(wait.number);
    return true;
  }

  private boolean isServed(Wait wait) {
    try {
      // HttpCore counts in milliseconds, and takes zero for no limit.
      HttpClientConnection connection =
          pool.request(wait.route, wait.state).get(1, TimeUnit.NANOSECONDS);
      if (!wait.complete(connection)) {
        // The pool would take it back without the user's state that it was kept with.
        pool.discard(connection);
      }
    } catch (ConnectionPoolTimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      // The pool is full, and this thread was about to wait.
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | RuntimeException | Error e) {
      wait.completeExceptionally(e);
    }
    return true;
  }
}
