package dev.reprise.tls;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The lanes of one peer, how long its closes are waited for, and what is offered to it.
 *
 * <p>Free lanes are a stack: the lane freed last has the freshest ticket, and lanes that a burst
 * made sink to the bottom, where idle ones are dropped. A leased lane is known to its lease alone;
 * if a socket is dropped without a close, the collector takes the lane, and its phantom reference
 * gives back the place it had under the limit.
 */
final class PeerLanes {

  private final ContextSource contexts;
  private final int limit;
  private final ConcurrentLinkedDeque<TicketLane> free = new ConcurrentLinkedDeque<>();
  private final AtomicInteger live = new AtomicInteger();
  private final Set<Reference<?>> places = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<TicketLane> lost = new ReferenceQueue<>();
  private final AdaptiveWait closeWait;
  private final OfferMemory offers = new OfferMemory();
  private final LongAdder lanesMade;
  private final LongAdder lanesDropped;
  private volatile TicketLane shared;
  private volatile boolean dropped;
  private volatile long usedAt;

  PeerLanes(
      ContextSource contexts,
      int limit,
      long closeWaitNanos,
      long now,
      LongAdder lanesMade,
      LongAdder lanesDropped) {
    this.contexts = contexts;
    this.limit = contexts.fixed() ? 0 : limit;
    this.closeWait = new AdaptiveWait(closeWaitNanos);
    this.usedAt = now;
    this.lanesMade = lanesMade;
    this.lanesDropped = lanesDropped;
  }

  AdaptiveWait closeWait() {
    return closeWait;
  }

  OfferMemory offers() {
    return offers;
  }

  long usedAt() {
    return usedAt;
  }

  /** A lane for the caller alone, or null if as many as may be are leased. */
  TicketLane take(long now) {
    usedAt = now;
    TicketLane lane = free.pollFirst();
    return lane != null ? lane : makeWithinLimit();
  }

  /** The lane of those who came past the limit; it may be used by many at a time. */
  TicketLane shared() {
    TicketLane lane = shared;
    if (lane == null) {
      lane = new TicketLane(contexts);
      shared = lane;
    }
    return lane;
  }

  /** Takes a lane back from its lease, which calls this once. */
  void giveBack(TicketLane lane, long now, long idleNanos) {
    lane.freedAt = now;
    free.addFirst(lane);
    if (dropped) {
      dropAll();
    } else {
      dropIdle(now, idleNanos);
    }
  }

  /** Lets go of a leased lane whose sessions are not to be offered again. */
  void discard(TicketLane lane) {
    freePlace(lane.place);
  }

  void dropIdle(long now, long idleNanos) {
    for (TicketLane oldest = free.peekLast();
        oldest != null && now - oldest.freedAt > idleNanos && free.removeLastOccurrence(oldest);
        oldest = free.peekLast()) {
      discard(oldest);
    }
  }

  /** Drops the free lanes now and the leased ones when they come back. */
  void dropAll() {
    dropped = true;
    for (TicketLane lane = free.pollFirst(); lane != null; lane = free.pollFirst()) {
      discard(lane);
    }
  }

  int liveLanes() {
    return live.get();
  }

  int freeLanes() {
    return free.size();
  }

  private TicketLane makeWithinLimit() {
    for (int count = live.get(); ; count = live.get()) {
      if (count >= limit) {
        if (!reclaimLost()) {
          return null;
        }
      } else if (live.compareAndSet(count, count + 1)) {
        return make();
      }
    }
  }

  private TicketLane make() {
    try {
      TicketLane lane = new TicketLane(contexts);
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
