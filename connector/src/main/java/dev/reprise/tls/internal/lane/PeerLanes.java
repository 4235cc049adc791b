package dev.reprise.tls.internal.lane;

import dev.reprise.tls.TlsSettings;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLSessionContext;

/**
 * The lanes of one peer, and how long its closes wait. Its lock is held only briefly, and never
 * during I/O.
 *
 * <p>Lanes with TLS 1.3 tickets are a stack. The lane freed last has the freshest ticket, and
 * unneeded lanes of a burst sink to the bottom until they are idle. Lanes with a TLS 1.2 session
 * are shared by all connections: one lane, or as many as {@link LaneOrder} finds useful. There may
 * be both, if servers behind an address differ or one was upgraded. Then {@link SessionKind} tells
 * which to offer. A connection takes a lane whose tickets came from its own address.
 *
 * <p>Only its claims refer to a claimed lane. If their sockets are dropped without a close, the
 * garbage collector takes the lane and frees its place under the limit.
 */
public class PeerLanes {

  /** Stands for an unknown address of a connection. */
  private static final Object UNKNOWN = new Object();

  final TlsSettings settings;
  final LaneStore store;
  private final ReentrantLock lock = new ReentrantLock();
  final AdaptiveWait closeTimeout;
  final ReducedClientHelloMemory offers = new ReducedClientHelloMemory();
  final AddressTrial addressTrial;
  final LaneOrder order;
  final SessionKind kind = new SessionKind();

  /** Lanes that a connection may take, the one freed last at the end. */
  private final List<Lane> ready = new ArrayList<>();

  final Set<Lane> live = Collections.newSetFromMap(new WeakHashMap<>());

  /** How often a shared lane was taken. */
  private int turn;

  /** The lane for connections past the limit; many may use it at a time. */
  private Lane overflow;

  private boolean dropped;

  PeerLanes(LaneStore store) {
    long now = store.now();
    this.store = store;
    this.settings = store.settings;
    this.closeTimeout = new AdaptiveWait(settings.closeTimeout().toNanos());
    this.addressTrial = new AddressTrial(now);
    this.order = new LaneOrder(now);
  }

  public <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  /** Claims a lane, preferably with a session from the address, which is null if unknown. */
  Claim claim(InetAddress address, long now) {
    Object from = address == null ? UNKNOWN : address;
    Claim known = locked(() -> claimKnown(from, now));
    if (known != null) {
      return known;
    }
    Lane lane = make(now);
    return locked(() -> claimMade(from, lane, now));
  }

  Lane make(long now) {
    TicketCache cache =
        new TicketCache(
            store.contexts.next(),
            TicketCache.Observer.SOCKET,
            store.contexts.witnessed,
            store.sessionTimeoutSeconds());
    return new Lane(cache, now);
  }

  /** Claims an existing lane. Returns null if a new one is to be made. */
  Claim claimKnown(Object address, long now) {
    dropOutlived(now);
    Claim claim = null;
    // Each server that answers in turn needs a session of its own that serves many.
    int shares = shared(address, false).size();
    if (shares == 0 || shares == order.distance() || !kind.isSurelyReusable()) {
      claim = from(address, false, false, now);
      if (claim == null
          && ready.stream().anyMatch(lane -> !lane.isFrom(address))
          && addressTrial.mayOffer(now)) {
        claim = from(address, true, false, now);
      }
    }
    return claim == null && isFull() ? atTheLimit(address, now) : claim;
  }

  private Claim claimMade(Object address, Lane lane, long now) {
    Claim claim = null;
    // Meanwhile the peer may have shown that one session serves all, or others reached the limit.
    if (sharesEnough(address)) {
      claim = claim(true, address, false, false, now);
    } else if (isFull()) {
      claim = atTheLimit(address, now);
    }
    if (claim != null) {
      return claim;
    }
    if (isFull()) {
      overflow = lane;
      return new Claim(this, address, false, lane, Claim.Kind.OVERFLOW, now);
    }
    store.made.increment();
    if (!dropped) {
      live.add(lane);
    }
    return new Claim(this, address, false, lane, Claim.Kind.OWN, now);
  }

  boolean isFull() {
    return live.size() >= settings.maxLanesPerPeer();
  }

  /** Claims any lane, or the one for connections past the limit. Null if that is to be made. */
  private Claim atTheLimit(Object address, long now) {
    Claim claim = from(address, false, true, now);
    if (claim == null) {
      claim = from(address, true, true, now);
    }
    return claim != null || overflow == null
        ? claim
        : new Claim(this, address, false, overflow, Claim.Kind.OVERFLOW, now);
  }

  /** Claims a lane whose tickets came from the address or, if {@code elsewhere}, from another. */
  private Claim from(Object address, boolean elsewhere, boolean oldest, long now) {
    boolean first = kind.isReusable();
    Claim claim = claim(first, address, elsewhere, oldest, now);
    return claim != null ? claim : claim(!first, address, elsewhere, oldest, now);
  }

  private Claim claim(boolean shared, Object address, boolean elsewhere, boolean oldest, long now) {
    Lane lane = shared ? nextShared(address, elsewhere) : next(address, elsewhere, oldest);
    if (lane == null) {
      return null;
    }
    if (!shared && --lane.free == 0) {
      ready.remove(lane);
    }
    Claim.Kind as = shared ? Claim.Kind.REUSED : Claim.Kind.OWN;
    return new Claim(this, address, elsewhere, lane, as, now);
  }

  private Lane nextShared(Object address, boolean elsewhere) {
    List<Lane> fitting = shared(address, elsewhere);
    return fitting.isEmpty() ? null : fitting.get(Math.floorMod(turn++, fitting.size()));
  }

  /** Returns the shared lanes of the address, or of others, but no more than are useful. */
  private List<Lane> shared(Object address, boolean elsewhere) {
    List<Lane> found = new ArrayList<>(order.distance());
    for (Lane lane : ready) {
      if (lane.shared && lane.isFrom(address) != elsewhere && found.size() < order.distance()) {
        found.add(lane);
      }
    }
    return found;
  }

  private boolean sharesEnough(Object address) {
    return shared(address, false).size() == order.distance();
  }

  /** Returns the lane to take in the order found best, or the oldest; null if there is none. */
  private Lane next(Object address, boolean elsewhere, boolean oldest) {
    Lane any = null;
    int down = order.distance();
    boolean newest = down == 1 && !oldest;
    for (int i = ready.size() - 1; i >= 0; i--) {
      Lane lane = ready.get(i);
      if (!lane.shared && lane.isFrom(address) != elsewhere) {
        if (newest ? lane.count() : !oldest && --down == 0) {
          return lane;
        }
        if (newest && lane.free == 0) {
          ready.remove(i);
        } else if (any == null || oldest) {
          any = lane;
        }
      }
    }
    return newest || oldest ? any : null;
  }

  /** Whether the next connection would get a ticket, or a session that serves many. */
  boolean isReady() {
    return ready.stream().anyMatch(lane -> lane.shared || lane.tickets() > 0);
  }

  /** Puts a lane with tickets from the address, or one without claims, on top of the stack. */
  void push(Object address, Lane lane) {
    if (live.contains(lane)) {
      ready.remove(lane);
      lane.shared = false;
      lane.address = address;
      lane.count();
      if (lane.free > 0) {
        ready.add(lane);
      }
    }
  }

  /** Shares a lane whose session serves many at a time, or drops it if enough are shared. */
  void share(Object address, Lane lane, long now) {
    lane.times.usedAt = now;
    if (live.contains(lane) && !(lane.shared && lane.isFrom(address))) {
      ready.remove(lane);
      lane.address = address;
      lane.shared = !sharesEnough(address);
      if (lane.shared) {
        ready.add(lane);
      } else {
        live.remove(lane);
      }
    }
  }

  /** Drops a lane whose sessions must not be offered again. */
  void drop(Lane lane) {
    ready.remove(lane);
    live.remove(lane);
    if (overflow == lane) {
      overflow = null;
    }
  }

  /** Drops lanes whose sessions are past the session timeout. */
  private void dropOutlived(long now) {
    long timeout = TimeUnit.SECONDS.toNanos(store.sessionTimeoutSeconds());
    if (timeout > 0) {
      dropIf(lane -> lane.cache.served && lane.times.outlived(now, timeout));
    }
  }

  void dropIdle(long now) {
    dropIf(lane -> isIdle(lane.times.usedAt, now));
  }

  private void dropIf(Predicate<Lane> past) {
    ready.removeIf(lane -> past.test(lane) && live.remove(lane));
    if (overflow != null && past.test(overflow)) {
      overflow = null;
    }
  }

  boolean isIdle(long since, long now) {
    return now - since > settings.laneIdleTimeout().toNanos();
  }

  /** Drops the free lanes, and the claimed ones once they are free. */
  void dropAll() {
    dropped = true;
    ready.clear();
    live.clear();
    overflow = null;
  }

  /** Checks what became of handed-out engines. Sockets report it themselves. */
  public void look(long now) {}

  public List<SSLSessionContext> sessions() {
    return Stream.concat(live.stream(), Stream.ofNullable(overflow))
        .map(lane -> lane.cache.sessions)
        .filter(Objects::nonNull)
        .collect(Collectors.toList());
  }

  int freeLanes() {
    return (int) live.stream().filter(lane -> lane.claims == 0).count();
  }

  int readyLanes() {
    return ready.size();
  }
}
