package dev.reprise.httpclient4;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.http.conn.routing.HttpRoute;

/**
 * Lets leases into HttpCore's pool, in the order in which they came, only while there is room
 * within the pool's limits. Not thread-safe.
 *
 * <p>What waits has no room: so a newcomer is compared with the limits alone, and what one lease
 * leaves lets in one other at most. Of those that wait only the first of each route is ever looked
 * at, and the routes that have room stand in the order of their first, so that the work for a lease
 * does not grow with the number that waits.
 */
final class PoolGate {

  private final Consumer<Lease> admission;
  private final Map<HttpRoute, Integer> maxPerRoute = new HashMap<>();
  private final Map<HttpRoute, RouteQueue> routes = new HashMap<>();

  /** Routes with room of their own, by the turn of the first that waits. */
  private final TreeMap<Long, RouteQueue> ready = new TreeMap<>();

  private final Set<Lease> waiting = new LinkedHashSet<>();
  private long turns;
  private int maxTotal;
  private int defaultMaxPerRoute;
  private int total;
  private boolean wideOpen;

  /** A gate that lets nothing in until it has limits, and gives what it lets in to the consumer. */
  PoolGate(Consumer<Lease> admission) {
    this.admission = admission;
  }

  void setMaxTotal(int max) {
    maxTotal = max;
    admitAll();
  }

  void setDefaultMaxPerRoute(int max) {
    defaultMaxPerRoute = max;
    limitsChanged();
  }

  /** Sets the limit of one route; a negative one is the default again, as in HttpCore's pool. */
  void setMaxPerRoute(HttpRoute route, int max) {
    if (max < 0) {
      maxPerRoute.remove(route);
    } else {
      maxPerRoute.put(route, max);
    }
    limitsChanged();
  }

  /** Lets all in from now on: the pool has been shut down and tells them so. */
  void openWide() {
    wideOpen = true;
    limitsChanged();
  }

  /** How many wait for the route, or for any if it is null. */
  int waiting(HttpRoute route) {
    if (route == null) {
      return waiting.size();
    }
    RouteQueue queue = routes.get(route);
    return queue == null ? 0 : queue.waiting.size();
  }

  /** The one that has waited for longest, or null. */
  Lease firstWaiting() {
    Iterator<Lease> leases = waiting.iterator();
    return leases.hasNext() ? leases.next() : null;
  }

  /** All who wait, in order: a copy. */
  List<Lease> allWaiting() {
    return new ArrayList<>(waiting);
  }

  /** Lets the lease in, now or when there is room; not if it is over. */
  void enter(Lease lease) {
    if (lease.isOver()) {
      return;
    }
    RouteQueue queue = routes.computeIfAbsent(lease.route, RouteQueue::new);
    if (hasRoom() && hasRoom(queue)) {
      admit(queue, lease);
    } else {
      lease.turn = turns++;
      waiting.add(lease);
      queue.waiting.add(lease);
      arrange(queue);
    }
  }

  /** Forgets a lease that waits no longer. */
  void withdraw(Lease lease) {
    if (waiting.remove(lease)) {
      RouteQueue queue = routes.get(lease.route);
      queue.waiting.remove(lease);
      arrange(queue);
    }
  }

  /** Makes room for another lease; does nothing for one that is not inside. */
  void leave(Lease lease) {
    if (lease.inside) {
      lease.inside = false;
      total--;
      RouteQueue queue = routes.get(lease.route);
      queue.inside--;
      arrange(queue);
      admitNext();
    }
  }

  private boolean hasRoom() {
    return wideOpen || total < maxTotal;
  }

  private boolean hasRoom(RouteQueue queue) {
    return wideOpen || queue.inside < maxPerRoute.getOrDefault(queue.route, defaultMaxPerRoute);
  }

  /** Puts the queue where it belongs after a change. */
  private void arrange(RouteQueue queue) {
    if (queue.readyAs != null) {
      ready.remove(queue.readyAs);
      queue.readyAs = null;
    }
    if (!queue.waiting.isEmpty()) {
      if (hasRoom(queue)) {
        queue.readyAs = queue.waiting.iterator().next().turn;
        ready.put(queue.readyAs, queue);
      }
    } else if (queue.inside == 0) {
      routes.remove(queue.route);
    }
  }

  private void limitsChanged() {
    new ArrayList<>(routes.values()).forEach(this::arrange);
    admitAll();
  }

  private void admitAll() {
    while (admitNext()) {
      // One after the other.
    }
  }

  private boolean admitNext() {
    if (ready.isEmpty() || !hasRoom()) {
      return false;
    }
    RouteQueue queue = ready.firstEntry().getValue();
    Lease next = queue.waiting.iterator().next();
    queue.waiting.remove(next);
    waiting.remove(next);
    admit(queue, next);
    return true;
  }

  private void admit(RouteQueue queue, Lease lease) {
    lease.inside = true;
    total++;
    queue.inside++;
    arrange(queue);
    admission.accept(lease);
  }

  /** Who waits for one route, in order, and how many are inside. */
  private static final class RouteQueue {

    private final HttpRoute route;
    private final Set<Lease> waiting = new LinkedHashSet<>();
    private int inside;
    private Long readyAs;

    RouteQueue(HttpRoute route) {
      this.route = route;
    }
  }
}
