package dev.reprise.tls;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.net.InetAddress;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * The lanes of one peer, by the address that their tickets came from, and how long its closes are
 * waited for.
 *
 * <p>A leased lane is known to its leases alone; if their sockets are dropped without a close, the
 * collector takes the lane, and its phantom reference gives back the place it had under the limit.
 */
final class PeerLanes {

  /** A name with more addresses than this has its least recently used ones forgotten. */
  static final int MOST_ADDRESSES = 32;

  /** Stands for the address of a connection whose address nobody knows. */
  private static final Object UNKNOWN = new Object();

  private final ContextSource contexts;
  private final int sessionTimeoutSeconds;
  private final long sessionTimeoutNanos;
  private final int limit;
  private final Map<Object, AddressLanes> addresses = new ConcurrentHashMap<>();
  private final AddressTrial addressTrial;
  private final AtomicInteger live = new AtomicInteger();
  private final Set<Reference<?>> places = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<TicketLane> lost = new ReferenceQueue<>();
  private final AdaptiveWait closeTimeout;
  private final AtomicInteger outlived = new AtomicInteger();
  private final LongAdder lanesMade;
  private final LongAdder lanesDropped;
  private final AtomicReference<TicketLane> overflow = new AtomicReference<>();
  private volatile boolean dropped;
  private volatile long usedAt;

  PeerLanes(TlsSettings settings, long now, LongAdder lanesMade, LongAdder lanesDropped) {
    this.contexts = settings.contexts();
    this.sessionTimeoutSeconds = settings.sessionTimeoutSeconds();
    this.sessionTimeoutNanos = TimeUnit.SECONDS.toNanos(sessionTimeoutSeconds);
    this.limit = settings.maxLanesPerPeer();
    this.closeTimeout = new AdaptiveWait(settings.closeTimeoutNanos());
    this.addressTrial = new AddressTrial(now);
    this.usedAt = now;
    this.lanesMade = lanesMade;
    this.lanesDropped = lanesDropped;
  }

  AdaptiveWait closeTimeout() {
    return closeTimeout;
  }

  AddressTrial addressTrial() {
    return addressTrial;
  }

  long usedAt() {
    return usedAt;
  }

  /**
   * A lane for a connection, by preference one with a session that the address knows.
   *
   * @param address null if it is not known
   */
  LaneLease lease(TicketLanes lanes, InetAddress address, long now) {
    usedAt = now;
    AddressLanes home = home(address == null ? UNKNOWN : address, now);
    if (!home.wantsReusable(now)) {
      LaneLease known = leaseKnown(lanes, home, now);
      return known != null ? known : leaseNew(lanes, home, false, now);
    }
    try {
      return leaseNew(lanes, home, true, now);
    } catch (RuntimeException | Error e) {
      home.grown();
      throw e;
    }
  }

  /** A lane that has served; null if there is none to take. */
  private LaneLease leaseKnown(TicketLanes lanes, AddressLanes home, long now) {
    boolean reusableFirst = home.kind().isReusable();
    LaneLease lease = reusableFirst ? leaseReusable(lanes, home, now) : leaseOwn(lanes, home, now);
    if (lease == null) {
      lease = reusableFirst ? leaseOwn(lanes, home, now) : leaseReusable(lanes, home, now);
    }
    return lease != null ? lease : leaseElsewhere(lanes, home, now, false);
  }

  private LaneLease leaseReusable(TicketLanes lanes, AddressLanes home, long now) {
    TicketLane lane = home.reusable(this, now);
    return lane == null ? null : lease(lanes, home, home, lane, LaneLease.Kind.REUSED, now);
  }

  private LaneLease leaseOwn(TicketLanes lanes, AddressLanes home, long now) {
    TicketLane lane = home.take(this, now);
    return lane == null ? null : lease(lanes, home, home, lane, LaneLease.Kind.OWN, now);
  }

  /**
   * A lane that has not served, if the limit permits.
   *
   * @param grows whether it is to be one more of several that are reused
   */
  private LaneLease leaseNew(TicketLanes lanes, AddressLanes home, boolean grows, long now) {
    TicketLane lane = makeWithinLimit(now);
    if (lane == null) {
      if (grows) {
        home.grown();
      }
      return atTheLimit(lanes, home, now);
    }
    if (takesPlaceOfOutlived()) {
      lane.succeed(now);
    }
    // While the context was made, the peer may have shown that one session serves all.
    TicketLane meanwhile = grows ? null : home.reusable(this, now);
    if (meanwhile == null) {
      return lease(lanes, home, home, lane, LaneLease.Kind.OWN, now);
    }
    drop(lane);
    return lease(lanes, home, home, meanwhile, LaneLease.Kind.REUSED, now);
  }

  /** Whether the lane's sessions are past their time. */
  boolean isOutlived(TicketLane lane, long now) {
    return lane.outlived(now, sessionTimeoutNanos);
  }

  boolean mayBeOutlived(TicketLane lane, long now) {
    return lane.mayBeOutlived(now, sessionTimeoutNanos);
  }

  /** Drops a lane that is past its time; another one is going to take its place. */
  void dropOutlived(TicketLane lane) {
    outlived.incrementAndGet();
    drop(lane);
  }

  /** Whether a lane that is made takes the place of one that was dropped for its age. */
  private boolean takesPlaceOfOutlived() {
    return outlived.get() > 0 && outlived.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
  }

  private LaneLease atTheLimit(TicketLanes lanes, AddressLanes home, long now) {
    TicketLane lane = home.takeOldest(this, now);
    if (lane != null) {
      return lease(lanes, home, home, lane, LaneLease.Kind.OWN, now);
    }
    LaneLease elsewhere = leaseElsewhere(lanes, home, now, true);
    return elsewhere != null
        ? elsewhere
        : lease(lanes, home, home, overflow(now), LaneLease.Kind.OVERFLOW, now);
  }

  private LaneLease lease(
      TicketLanes lanes,
      AddressLanes from,
      AddressLanes home,
      TicketLane lane,
      LaneLease.Kind kind,
      long now) {
    lane.freedAt = now;
    return new LaneLease(lanes, this, from, home, lane, kind, now);
  }

  /** A lane of another address, if that address's sessions are worth a try or need demands it. */
  private LaneLease leaseElsewhere(TicketLanes lanes, AddressLanes home, long now, boolean needed) {
    if (addresses.size() < 2) {
      return null;
    }
    for (AddressLanes other : addresses.values()) {
      if (other != home && !other.isEmpty()) {
        if (!needed && !addressTrial.mayOffer(now)) {
          return null;
        }
        other.usedAt = now;
        TicketLane reusable = other.reusable(this, now);
        if (reusable != null) {
          return lease(lanes, other, home, reusable, LaneLease.Kind.REUSED, now);
        }
        TicketLane lane = needed ? other.takeOldest(this, now) : other.take(this, now);
        if (lane != null) {
          return lease(lanes, other, home, lane, LaneLease.Kind.OWN, now);
        }
      }
    }
    return null;
  }

  private AddressLanes home(Object address, long now) {
    AddressLanes home = addresses.get(address);
    if (home == null) {
      home = addresses.computeIfAbsent(address, a -> new AddressLanes(now));
      while (addresses.size() > MOST_ADDRESSES && dropLeastRecentlyUsed(address, now)) {}
      if (dropped) {
        home.closed = true;
      }
    }
    home.usedAt = now;
    return home;
  }

  private boolean dropLeastRecentlyUsed(Object spared, long now) {
    Object oldest = null;
    long idlest = -1;
    for (Map.Entry<Object, AddressLanes> entry : addresses.entrySet()) {
      long idle = Math.max(0, now - entry.getValue().usedAt);
      if (idle > idlest && !entry.getKey().equals(spared)) {
        oldest = entry.getKey();
        idlest = idle;
      }
    }
    AddressLanes gone = oldest == null ? null : addresses.remove(oldest);
    if (gone != null) {
      gone.dropAll(this);
    }
    return oldest != null;
  }

  /** The lane of those who came past the limit; it may be used by many at a time. */
  private TicketLane overflow(long now) {
    TicketLane lane = overflow.get();
    if (lane != null && isOutlived(lane, now)) {
      discardOverflow(lane);
      lane = overflow.get();
    }
    if (lane == null) {
      TicketLane made = new TicketLane(contexts, sessionTimeoutSeconds, now);
      lane = overflow.compareAndSet(null, made) ? made : overflow.get();
      return lane == null ? made : lane;
    }
    return lane;
  }

  /** Lets those who come past the limit have another lane. */
  void discardOverflow(TicketLane lane) {
    overflow.compareAndSet(lane, null);
  }

  /** Takes a lane back from a lease, which calls this once; its tickets came from {@code home}. */
  void giveBack(AddressLanes home, TicketLane lane, long now, long idleNanos) {
    lane.freedAt = now;
    if (lane.dropped) {
      return;
    }
    // Once it is on the stack others have it, and what they count is theirs.
    boolean pushed = push(home, lane);
    boolean unheld = lane.leases.decrementAndGet() == 0;
    if (!pushed && unheld) {
      pushEmpty(home, lane);
    }
    afterPush(home, now, idleNanos);
  }

  /** Keeps a lane that has no ticket at hand, and that nobody else has. */
  private static void pushEmpty(AddressLanes home, TicketLane lane) {
    if (lane.free.compareAndSet(0, 1)) {
      home.pushCounted(lane);
    }
  }

  /** Forgets that a lane had tickets at an address, since a full handshake replaced them. */
  void forgetTickets(AddressLanes from, AddressLanes home, TicketLane lane) {
    if (lane.mayHaveSeveral()) {
      from.forget(lane);
      // Its connection may have been closed, and the lane given back, in the meantime.
      if (lane.leases.get() == 0 && !lane.dropped) {
        pushEmpty(home, lane);
      }
    }
  }

  /**
   * Has the tickets that a lane has left offered, while a connection still holds it.
   *
   * @param obtainedAt when the newest of them came
   */
  void offerLeft(AddressLanes home, TicketLane lane, long obtainedAt) {
    if (lane.mayHaveSeveral() && !lane.dropped && push(home, lane)) {
      lane.obtainedAt = obtainedAt;
      if (home.closed) {
        home.dropAll(this);
      }
    }
  }

  /** Puts the lane on the stack once more for each ticket that is not yet there. */
  private static boolean push(AddressLanes home, TicketLane lane) {
    int free = lane.free.get();
    int more = lane.tickets() - lane.offering.get() - free;
    while (more > 0 && !lane.free.compareAndSet(free, free + more)) {
      free = lane.free.get();
      more = lane.tickets() - lane.offering.get() - free;
    }
    for (int i = 0; i < more; i++) {
      home.pushCounted(lane);
    }
    return more > 0;
  }

  /** Has a lane shared, whose session serves many connections at a time. */
  void keepReusable(AddressLanes home, TicketLane lane, long now, long idleNanos) {
    lane.freedAt = now;
    lane.leases.decrementAndGet();
    if (!home.addReusable(lane)) {
      drop(lane);
    }
    afterPush(home, now, idleNanos);
  }

  /** Has a lane that was shared taken by one at a time, since the peer now gives out tickets. */
  void keepSingleUse(AddressLanes from, AddressLanes home, TicketLane lane) {
    if (from.removeReusable(lane)) {
      home.push(lane);
      if (home.closed) {
        home.dropAll(this);
      }
    }
  }

  /** Has a lane shared at the address that its session now comes from. */
  void moveReusable(AddressLanes home, TicketLane lane) {
    if (!home.addReusable(lane)) {
      drop(lane);
    } else if (home.closed) {
      home.dropAll(this);
    }
  }

  private void afterPush(AddressLanes home, long now, long idleNanos) {
    if (home.closed) {
      home.dropAll(this);
    } else {
      home.dropOldest(this, now, idleNanos);
    }
  }

  /** Lets go of a lane whose sessions are not to be offered again. */
  void drop(TicketLane lane) {
    lane.dropped = true;
    freePlace(lane.place);
  }

  void dropIdle(long now, long idleNanos) {
    for (Map.Entry<Object, AddressLanes> entry : addresses.entrySet()) {
      AddressLanes home = entry.getValue();
      home.dropIdle(this, now, idleNanos);
      if (home.isEmpty()
          && now - home.usedAt > idleNanos
          && addresses.remove(entry.getKey(), home)) {
        home.dropAll(this);
      }
    }
  }

  /** Drops the free lanes now and the leased ones when they come back. */
  void dropAll() {
    dropped = true;
    addresses.values().forEach(home -> home.dropAll(this));
  }

  int liveLanes() {
    return live.get();
  }

  int freeLanes() {
    return count(AddressLanes::addFreeTo);
  }

  /** Lanes over which a connection may begin now, be they leased by others too. */
  int readyLanes() {
    return count(AddressLanes::addReadyTo);
  }

  /** A lane may be known at several addresses. */
  private int count(BiConsumer<AddressLanes, Set<TicketLane>> addTo) {
    Set<TicketLane> lanes = Collections.newSetFromMap(new IdentityHashMap<>());
    addresses.values().forEach(home -> addTo.accept(home, lanes));
    return lanes.size();
  }

  private TicketLane makeWithinLimit(long now) {
    for (int count = live.get(); ; count = live.get()) {
      if (count >= limit) {
        if (!reclaimLost()) {
          return null;
        }
      } else if (live.compareAndSet(count, count + 1)) {
        return make(now);
      }
    }
  }

  private TicketLane make(long now) {
    try {
      TicketLane lane = new TicketLane(contexts, sessionTimeoutSeconds, now);
      lane.leases.set(1);
      lane.offering.set(1);
      lane.place = new PhantomReference<>(lane, lost);
      places.add(lane.place);
      lanesMade.increment();
      return lane;
    } catch (RuntimeException | Error e) {
      live.decrementAndGet();
      throw e;
    }
  }

  private boolean reclaimLost() {
    boolean reclaimed = false;
    for (Reference<?> reference = lost.poll(); reference != null; reference = lost.poll()) {
      reclaimed |= freePlace(reference);
    }
    return reclaimed;
  }

  private boolean freePlace(Reference<?> place) {
    boolean known = places.remove(place);
    if (known) {
      live.decrementAndGet();
      lanesDropped.increment();
    }
    return known;
  }
}
