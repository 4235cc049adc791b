package dev.reprise.httpclient4;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.http.conn.routing.HttpRoute;

/**
 * Lets leases into HttpCore's pool, in the order in which they came, only while there is room
 * within the pool's limits. Not thread-safe.
 *
 * <p>What waits has no room: so a newcomer is compared with the limits alone, and what one lease
 * leaves lets in one other at most.
 */
final class PoolGate {

  private final Consumer<Lease> admission;
  private final Map<HttpRoute, Integer> maxPerRoute = new HashMap<>();
  private final Map<HttpRoute, Integer> inside = new HashMap<>();
  private final Set<Lease> waiting = new LinkedHashSet<>();
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
    admitAll();
  }

  /** Sets the limit of one route; a negative one is the default again, as in HttpCore's pool. */
  void setMaxPerRoute(HttpRoute route, int max) {
    if (max < 0) {
      maxPerRoute.remove(route);
    } else {
      maxPerRoute.put(route, max);
    }
    admitAll();
  }

  /** Lets all in from now on: the pool has been shut down and tells them so. */
  void openWide() {
    wideOpen = true;
    admitAll();
  }

  /** How many wait for the route, or for any if it is null. */
  int waiting(HttpRoute route) {
    return (int)
        waiting.stream().filter(lease -> route == null || lease.route.equals(route)).count();
  }

  /** Lets the lease in, now or when there is room. */
  void enter(Lease lease) {
    if (lease.cancelled || hasRoom(lease.route)) {
      admit(lease);
    } else {
      waiting.add(lease);
    }
  }

  /** Lets a lease in that was cancelled and so takes no room, be it here or still to come. */
  void cancel(Lease lease) {
    lease.cancelled = true;
    if (waiting.remove(lease)) {
      admit(lease);
    }
  }

  /** Forgets a lease that waits no longer. */
  void withdraw(Lease lease) {
    waiting.remove(lease);
  }

  /** Makes room for another lease; does nothing for one that is not inside. */
  void leave(Lease lease) {
    if (lease.inside) {
      lease.inside = false;
      total--;
      inside.computeIfPresent(lease.route, (route, count) -> count == 1 ? null : count - 1);
      admitNext();
    }
  }

  private boolean hasRoom(HttpRoute route) {
    return wideOpen
        || total < maxTotal
            && inside.getOrDefault(route, 0) < maxPerRoute.getOrDefault(route, defaultMaxPerRoute);
  }

  private void admitAll() {
    while (admitNext()) {
      // One after the other.
    }
  }

  private boolean admitNext() {
    Set<HttpRoute> full = new HashSet<>();
    for (Iterator<Lease> leases = waiting.iterator(); leases.hasNext(); ) {
      Lease next = leases.next();
      if (!full.contains(next.route)) {
        if (hasRoom(next.route)) {
          leases.remove();
          admit(next);
          return true;
        }
        full.add(next.route);
      }
    }
    return false;
  }

  private void admit(Lease lease) {
    lease.inside = true;
    total++;
    inside.merge(lease.route, 1, Integer::sum);
    admission.accept(lease);
  }
}
