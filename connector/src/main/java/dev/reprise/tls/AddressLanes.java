package dev.reprise.tls;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The lanes whose tickets came from one address of a peer, and what is offered there.
 *
 * <p>Lanes with TLS 1.3 tickets are a stack: the lane freed last has the freshest ticket, and lanes
 * that a burst made sink to the bottom, where idle ones are dropped. A lane stands in it once for
 * each connection that may begin over it. Lanes with a session of TLS 1.2 are shared by all who
 * come: one, or as many as {@link LaneOrder} finds of use. Where there are both, since servers
 * behind the address differ or one was upgraded, {@link SessionKind} tells which to offer.
 */
final class AddressLanes {

  private static final TicketLane[] NONE = {};
  private static final long GROWING_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final ConcurrentLinkedDeque<TicketLane> stack = new ConcurrentLinkedDeque<>();
  private final AtomicReference<TicketLane[]> reusable = new AtomicReference<>(NONE);
  private final AtomicInteger turn = new AtomicInteger();
  private final AtomicReference<Long> growingSince = new AtomicReference<>();
  private final ReducedClientHelloMemory offers = new ReducedClientHelloMemory();
  private final LaneOrder order;
  private final SessionKind kind = new SessionKind();

  volatile long usedAt;

  /** Set once no lane may come back. */
  volatile boolean closed;

  AddressLanes(long now) {
    order = new LaneOrder(now);
    usedAt = now;
  }

  ReducedClientHelloMemory offers() {
    return offers;
  }

  LaneOrder order() {
    return order;
  }

  SessionKind kind() {
    return kind;
  }

  /** A lane with a session that serves many at a time, or null if the peer is not known for it. */
  TicketLane reusable(PeerLanes peer, long now) {
    while (true) {
      TicketLane[] lanes = reusable.get();
      int used = Math.min(lanes.length, order.distance());
      if (used == 0) {
        return null;
      }
      TicketLane lane = lanes[used == 1 ? 0 : Math.floorMod(turn.getAndIncrement(), used)];
      if (!peer.isOutlived(lane, now)) {
        return lane;
      }
      if (removeReusable(lane)) {
        peer.dropOutlived(lane);
      }
    }
  }

  /**
   * Whether the caller, and nobody else meanwhile, is to make one more lane to be reused. A caller
   * that is never heard of again, since its socket was dropped, is waited for some time.
   */
  boolean wantsReusable(long now) {
    int count = reusable.get().length;
    if (count == 0 || count >= order.distance() || !kind.isSurelyReusable()) {
      return false;
    }
    Long since = growingSince.get();
    return (since == null || now - since > GROWING_NANOS) && growingSince.compareAndSet(since, now);
  }

  /** Ends what {@link #wantsReusable} began. */
  void grown() {
    growingSince.set(null);
  }

  /** Shares a lane from now on, unless others are enough. */
  boolean addReusable(TicketLane lane) {
    TicketLane[] lanes = reusable.get();
    while (lanes.length < order.distance()) {
      TicketLane[] more = Arrays.copyOf(lanes, lanes.length + 1);
      more[lanes.length] = lane;
      if (reusable.compareAndSet(lanes, more)) {
        return true;
      }
      lanes = reusable.get();
    }
    return Arrays.asList(lanes).contains(lane);
  }

  /** Whether the lane was shared until this call. */
  boolean removeReusable(TicketLane lane) {
    TicketLane[] lanes = reusable.get();
    while (Arrays.asList(lanes).contains(lane)) {
      TicketLane[] others =
          Arrays.stream(lanes).filter(other -> other != lane).toArray(TicketLane[]::new);
      if (reusable.compareAndSet(lanes, others)) {
        return true;
      }
      lanes = reusable.get();
    }
    return false;
  }

  /** Takes the lane off the stack, as often as it stands there. */
  void forget(TicketLane lane) {
    while (lane.free.get() > 0 && stack.removeFirstOccurrence(lane)) {
      lane.free.decrementAndGet();
    }
  }

  void push(TicketLane lane) {
    lane.free.incrementAndGet();
    pushCounted(lane);
  }

  /** Puts a lane, which the caller has counted as free, on the stack. */
  void pushCounted(TicketLane lane) {
    stack.addFirst(lane);
  }

  /** The lane to take by the order found best, leased to the caller; null if there is none. */
  TicketLane take(PeerLanes peer, long now) {
    int distance = order.distance();
    if (distance > 1) {
      return takeDistant(distance, peer, now);
    }
    for (TicketLane lane = stack.pollFirst(); lane != null; lane = stack.pollFirst()) {
      if (lease(lane, peer, now)) {
        return lane;
      }
    }
    return null;
  }

  private TicketLane takeDistant(int distance, PeerLanes peer, long now) {
    Set<TicketLane> newer = Collections.newSetFromMap(new IdentityHashMap<>());
    for (TicketLane lane : stack) {
      if (newer.add(lane) && newer.size() == distance) {
        return stack.removeFirstOccurrence(lane) && lease(lane, peer, now)
            ? lane
            : takeOldest(peer, now);
      }
    }
    return null;
  }

  TicketLane takeOldest(PeerLanes peer, long now) {
    for (TicketLane lane = stack.pollLast(); lane != null; lane = stack.pollLast()) {
      if (lease(lane, peer, now)) {
        return lane;
      }
    }
    return null;
  }

  /** Passes a lane just taken off the stack on to a lease, unless its sessions are past use. */
  private static boolean lease(TicketLane lane, PeerLanes peer, long now) {
    lane.leases.incrementAndGet();
    lane.offering.incrementAndGet();
    lane.free.decrementAndGet();
    if (!lane.dropped && peer.isOutlived(lane, now)) {
      peer.dropOutlived(lane);
    }
    return !lane.dropped;
  }

  /** Lanes here that no connection has. */
  void addFreeTo(Set<TicketLane> lanes) {
    lanes.addAll(Arrays.asList(reusable.get()));
    for (TicketLane lane : stack) {
      if (lane.leases.get() == 0 && !lane.dropped) {
        lanes.add(lane);
      }
    }
  }

  /** Lanes here over which a connection may begin now. */
  void addReadyTo(Set<TicketLane> lanes) {
    lanes.addAll(Arrays.asList(reusable.get()));
    lanes.addAll(stack);
  }

  /** Drops the lanes at the bottom of the stack that have been idle. */
  void dropOldest(PeerLanes peer, long now, long idleNanos) {
    for (TicketLane oldest = stack.peekLast();
        oldest != null && isIdle(oldest, now, idleNanos) && stack.removeLastOccurrence(oldest);
        oldest = stack.peekLast()) {
      oldest.free.decrementAndGet();
      peer.drop(oldest);
    }
  }

  /** Drops every lane that has been idle, wherever it stands. */
  void dropIdle(PeerLanes peer, long now, long idleNanos) {
    for (Iterator<TicketLane> lanes = stack.descendingIterator(); lanes.hasNext(); ) {
      TicketLane lane = lanes.next();
      if (isIdle(lane, now, idleNanos) && stack.removeLastOccurrence(lane)) {
        lane.free.decrementAndGet();
        peer.drop(lane);
      }
    }
    for (TicketLane lane : reusable.get()) {
      if (isIdle(lane, now, idleNanos) && removeReusable(lane)) {
        peer.drop(lane);
      }
    }
  }

  private static boolean isIdle(TicketLane lane, long now, long idleNanos) {
    return lane.dropped || now - lane.freedAt > idleNanos;
  }

  boolean isEmpty() {
    return stack.isEmpty() && reusable.get().length == 0;
  }

  /** Drops the lanes here now, and has those dropped that come back. */
  void dropAll(PeerLanes peer) {
    closed = true;
    for (TicketLane lane = stack.pollFirst(); lane != null; lane = stack.pollFirst()) {
      lane.free.decrementAndGet();
      peer.drop(lane);
    }
    for (TicketLane lane : reusable.getAndSet(NONE)) {
      peer.drop(lane);
    }
  }
}
