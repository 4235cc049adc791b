package dev.reprise.tls;

import java.net.InetAddress;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The lanes of one peer, by the address that their tickets came from, and how long its closes are
 * waited for. Its lock is held for short; nothing is read, written or made under it.
 *
 * <p>A leased lane is known to its leases alone; if their sockets are dropped without a close, the
 * collector takes the lane, and with it goes its place under the limit.
 */
final class PeerLanes {

  /** A name with more addresses than this has its least recently used ones forgotten. */
  static final int MOST_ADDRESSES = 32;

  /** Stands for the address of a connection whose address nobody knows. */
  private static final Object UNKNOWN = new Object();

  private final ReentrantLock lock = new ReentrantLock();
  private final TlsSettings settings;
  private final LongSupplier clock;
  private final LongAdder made;
  private final long sessionTimeoutNanos;
  private final AdaptiveWait closeTimeout;
  private final AddressTrial addressTrial;

  /** By when they were last used. */
  private final Map<Object, AddressLanes> addresses = new LinkedHashMap<>(4, 0.75f, true);

  private final Set<TicketLane> live = Collections.newSetFromMap(new WeakHashMap<>());

  /** Lanes dropped for their age, in whose place no other one has come yet. */
  private int outlived;

  /** The lane of those who come past the limit; it may be used by many at a time. */
  private TicketLane overflow;

  private boolean dropped;
  private volatile long usedAt;

  PeerLanes(TlsSettings settings, LongSupplier clock, LongAdder made) {
    long now = clock.getAsLong();
    this.settings = settings;
    this.clock = clock;
    this.made = made;
    this.sessionTimeoutNanos = TimeUnit.SECONDS.toNanos(settings.sessionTimeoutSeconds());
    this.closeTimeout = new AdaptiveWait(settings.closeTimeoutNanos());
    this.addressTrial = new AddressTrial(now);
    this.usedAt = now;
  }

  AdaptiveWait closeTimeout() {
    return closeTimeout;
  }

  AddressTrial addressTrial() {
    return addressTrial;
  }

  long sessionTimeoutNanos() {
    return sessionTimeoutNanos;
  }

  long usedAt() {
    return usedAt;
  }

  long now() {
    return clock.getAsLong();
  }

  <T> T locked(Supplier<T> work) {
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

  /**
   * A lane for a connection, by preference one with a session that the address knows.
   *
   * @param address null if it is not known
   */
  LaneLease lease(InetAddress address, long now) {
    usedAt = now;
    Object key = address == null ? UNKNOWN : address;
    LaneLease known = locked(() -> leaseKnown(home(key, now), now));
    if (known != null) {
      return known;
    }
    TicketLane lane = new TicketLane(settings.contexts(), settings.sessionTimeoutSeconds(), now);
    return locked(() -> leaseMade(home(key, now), lane, now));
  }

  /** A lane that there is; null if one is to be made. */
  private LaneLease leaseKnown(AddressLanes home, long now) {
    boolean grows = home.wantsShared(now);
    LaneLease lease = grows ? null : from(home, home, false, now);
    if (lease == null && !grows) {
      lease = elsewhere(home, false, now);
    }
    if (lease == null && isFull()) {
      if (grows) {
        home.grown();
      }
      lease = atTheLimit(home, now);
    }
    return lease;
  }

  private LaneLease leaseMade(AddressLanes home, TicketLane lane, long now) {
    // Meanwhile the peer may have shown that one session serves all, or others reached the limit.
    LaneLease lease = home.sharesEnough() ? shared(home, home, now) : null;
    if (lease == null && isFull()) {
      lease = atTheLimit(home, now);
    }
    if (lease != null) {
      return lease;
    }
    if (outlived > 0) {
      outlived--;
      lane.succeed(now);
    }
    if (isFull()) {
      overflow = lane;
      return atTheLimit(home, now);
    }
    made.increment();
    if (!dropped) {
      live.add(lane);
    }
    return new LaneLease(this, home, false, lane, LaneLease.Kind.OWN, now);
  }

  private boolean isFull() {
    return live.size() >= settings.maxLanesPerPeer();
  }

  /** Null if the lane for all who come past the limit is to be made. */
  private LaneLease atTheLimit(AddressLanes home, long now) {
    LaneLease lease = from(home, home, true, now);
    if (lease == null) {
      lease = elsewhere(home, true, now);
    }
    if (lease != null || overflow == null || dropOutlived(overflow, now)) {
      return lease;
    }
    return new LaneLease(this, home, false, overflow, LaneLease.Kind.OVERFLOW, now);
  }

  /** A lane whose tickets came from one address, for a connection to this or another. */
  LaneLease from(AddressLanes from, AddressLanes home, boolean oldest, long now) {
    boolean sharedFirst = from.kind.isReusable();
    LaneLease lease = sharedFirst ? shared(from, home, now) : own(from, home, oldest, now);
    if (lease == null) {
      lease = sharedFirst ? own(from, home, oldest, now) : shared(from, home, now);
    }
    return lease;
  }

  private LaneLease shared(AddressLanes from, AddressLanes home, long now) {
    TicketLane lane = from.shared();
    while (lane != null && dropOutlived(lane, now)) {
      lane = from.shared();
    }
    return lane == null
        ? null
        : new LaneLease(this, home, from != home, lane, LaneLease.Kind.REUSED, now);
  }

  private LaneLease own(AddressLanes from, AddressLanes home, boolean oldest, long now) {
    TicketLane lane = from.next(oldest);
    while (lane != null && dropOutlived(lane, now)) {
      lane = from.next(oldest || from.order.distance() > 1);
    }
    if (lane == null) {
      return null;
    }
    lane.free--;
    if (lane.free == 0) {
      AddressLanes.remove(lane);
    }
    return new LaneLease(this, home, from != home, lane, LaneLease.Kind.OWN, now);
  }

  /** A lane of another address, if that address's sessions are worth a try or need demands it. */
  private LaneLease elsewhere(AddressLanes home, boolean needed, long now) {
    for (Map.Entry<Object, AddressLanes> entry : addresses.entrySet()) {
      AddressLanes other = entry.getValue();
      if (other != home && !other.isEmpty()) {
        if (!needed && !addressTrial.mayOffer(now)) {
          return null;
        }
        LaneLease lease = from(other, home, needed, now);
        if (lease != null) {
          home(entry.getKey(), now);
          return lease;
        }
      }
    }
    return null;
  }

  private AddressLanes home(Object address, long now) {
    AddressLanes home = addresses.computeIfAbsent(address, a -> new AddressLanes(now));
    if (addresses.size() > MOST_ADDRESSES) {
      Iterator<AddressLanes> all = addresses.values().iterator();
      AddressLanes eldest = all.next();
      all.remove();
      eldest.gone = true;
      eldest.lanes().forEach(this::drop);
    }
    home.usedAt = now;
    return home;
  }

  /** Has a lane taken by as many connections as it has tickets, which came from the address. */
  void push(AddressLanes home, TicketLane lane) {
    if (live.contains(lane)) {
      if (home.gone) {
        drop(lane);
      } else {
        home.push(lane);
      }
    }
  }

  /** Has a lane shared, whose session serves many connections at a time. */
  void share(AddressLanes home, TicketLane lane, long now) {
    lane.freedAt = now;
    if (live.contains(lane) && (home.gone || !home.share(lane))) {
      drop(lane);
    }
    dropOldest(home, now);
  }

  /** Lets go of a lane whose sessions are not to be offered again. */
  void drop(TicketLane lane) {
    AddressLanes.remove(lane);
    live.remove(lane);
    if (overflow == lane) {
      overflow = null;
    }
  }

  /** Drops a lane that is past its time; another one is going to take its place. */
  private boolean dropOutlived(TicketLane lane, long now) {
    boolean drops = lane.outlived(now, sessionTimeoutNanos);
    if (drops) {
      outlived++;
      drop(lane);
    }
    return drops;
  }

  /** Drops the lanes at the bottom of the stack that have been idle. */
  void dropOldest(AddressLanes home, long now) {
    while (!home.stack.isEmpty() && isIdle(home.stack.get(0).freedAt, now)) {
      drop(home.stack.get(0));
    }
  }

  /** Drops every lane that has been idle, and the addresses that have none. */
  void dropIdle(long now) {
    addresses.values().stream()
        .flatMap(home -> home.lanes().stream())
        .filter(lane -> isIdle(lane.freedAt, now))
        .forEach(this::drop);
    addresses.values().removeIf(home -> home.isEmpty() && (home.gone = isIdle(home.usedAt, now)));
  }

  private boolean isIdle(long since, long now) {
    return now - since > settings.laneIdleNanos();
  }

  /** Drops the free lanes, and has the leased ones not come back. */
  void dropAll() {
    dropped = true;
    addresses.clear();
    live.clear();
    overflow = null;
  }

  int liveLanes() {
    return live.size();
  }

  /** Lanes that no connection has, be they shared. */
  int freeLanes() {
    return (int) live.stream().filter(lane -> lane.leases == 0).count();
  }

  /** Lanes over which a connection may begin now, be they leased by others too. */
  int readyLanes() {
    return (int) live.stream().filter(lane -> lane.home != null).count();
  }
}
