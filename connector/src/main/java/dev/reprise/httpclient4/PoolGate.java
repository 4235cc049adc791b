package dev.reprise.httpclient4;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.routing.HttpRoute;

/**
 * Lets callers into HttpCore's pool, in the order in which they came, only while it has room for
 * them. Thread-safe; its monitor is held for a few steps alone, and nobody waits in it.
 *
 * <p>Callers would wait for a connection of that pool within a monitor, where a virtual thread pins
 * its carrier before JDK 24 (JEP 491): once all carriers are pinned nobody is left to release one.
 *
 * <p>Two fair semaphores, for the route and in total, would not do: a wait of theirs is ended by
 * nothing but an interrupt, and an aborted request has to end it.
 */
final class PoolGate {

  private enum State {
    OUTSIDE,
    INSIDE,
    CANCELLED
  }

  /** One caller's place, or its wait for it. */
  static final class Place {

    private final HttpRoute route;
    private volatile Thread waiter;
    private volatile State state = State.OUTSIDE;
    private long turn;

    Place(HttpRoute route) {
      this.route = route;
    }
  }

  private final Map<HttpRoute, Integer> maxPerRoute = new HashMap<>();
  private final Map<HttpRoute, Integer> inside = new HashMap<>();
  private final Map<HttpRoute, Set<Place>> waiting = new LinkedHashMap<>();
  private long turns;
  private int total;
  private int maxTotal;
  private int defaultMaxPerRoute;

  synchronized void setMaxTotal(int max) {
    maxTotal = max;
    admit();
  }

  synchronized void setDefaultMaxPerRoute(int max) {
    defaultMaxPerRoute = max;
    admit();
  }

  /** Sets the limit of one route; a negative one is the default again, as in HttpCore's pool. */
  synchronized void setMaxPerRoute(HttpRoute route, int max) {
    if (max < 0) {
      maxPerRoute.remove(route);
    } else {
      maxPerRoute.put(route, max);
    }
    admit();
  }

  /** How many wait for the route, or for any if it is null. */
  synchronized int waiting(HttpRoute route) {
    return route == null
        ? waiting.values().stream().mapToInt(Set::size).sum()
        : waiting.getOrDefault(route, Set.of()).size();
  }

  /** Ends all waits, and lets everybody in: the pool has been shut down and tells them so. */
  synchronized void open() {
    for (Set<Place> places : new ArrayList<>(waiting.values())) {
      new ArrayList<>(places).forEach(this::cancel);
    }
    maxTotal = Integer.MAX_VALUE;
    defaultMaxPerRoute = Integer.MAX_VALUE;
    maxPerRoute.clear();
  }

  /**
   * Waits until there is room.
   *
   * @param nanos for how long, in nanoseconds; zero or less for as long as it takes
   */
  void enter(Place place, long nanos)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    long start = System.nanoTime();
    place.waiter = Thread.currentThread();
    join(place);
    while (place.state == State.OUTSIDE) {
      if (Thread.interrupted()) {
        if (withdraw(place)) {
          throw new InterruptedException();
        }
        // It came to an end meanwhile, which goes first.
        Thread.currentThread().interrupt();
      } else if (nanos <= 0) {
        LockSupport.park(this);
      } else {
        long left = nanos - (System.nanoTime() - start);
        if (left <= 0 && withdraw(place)) {
          throw new ConnectionPoolTimeoutException("Timeout waiting for connection from pool");
        }
        LockSupport.parkNanos(this, Math.max(1, left));
      }
    }
    if (place.state == State.CANCELLED) {
      throw aborted();
    }
  }

  /** What a caller is told whose wait was ended. */
  static ExecutionException aborted() {
    return new ExecutionException(new CancellationException("Operation aborted"));
  }

  private synchronized void join(Place place) {
    if (place.state == State.OUTSIDE) {
      place.turn = turns++;
      waiting.computeIfAbsent(place.route, route -> new LinkedHashSet<>()).add(place);
      admit();
    }
  }

  private synchronized boolean withdraw(Place place) {
    Set<Place> places = waiting.get(place.route);
    boolean waited = places != null && places.remove(place);
    if (waited && places.isEmpty()) {
      waiting.remove(place.route);
    }
    return waited;
  }

  /** Ends a wait from outside, also one that has not begun. */
  synchronized void cancel(Place place) {
    withdraw(place);
    if (place.state == State.OUTSIDE) {
      end(place, State.CANCELLED);
    }
  }

  private static void end(Place place, State state) {
    place.state = state;
    LockSupport.unpark(place.waiter);
  }

  /** Makes room for another one. */
  synchronized void leave(HttpRoute route) {
    total--;
    inside.computeIfPresent(route, (r, count) -> count > 1 ? count - 1 : null);
    admit();
  }

  /** Of the routes that have room the one comes first whose first place has waited for longest. */
  private void admit() {
    while (total < maxTotal) {
      Place first = null;
      for (Map.Entry<HttpRoute, Set<Place>> queue : waiting.entrySet()) {
        if (hasRoom(queue.getKey())) {
          Place place = queue.getValue().iterator().next();
          first = first == null || place.turn < first.turn ? place : first;
        }
      }
      if (first == null) {
        return;
      }
      withdraw(first);
      total++;
      inside.merge(first.route, 1, Integer::sum);
      end(first, State.INSIDE);
    }
  }

  private boolean hasRoom(HttpRoute route) {
    return inside.getOrDefault(route, 0) < maxPerRoute.getOrDefault(route, defaultMaxPerRoute);
  }
}
