package dev.reprise.tls;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The lanes whose tickets came from one address of a peer, and what is offered there. Used under
 * the lock of the {@link PeerLanes}.
 *
 * <p>Lanes with TLS 1.3 tickets are a stack: the lane freed last has the freshest ticket, and lanes
 * that a burst made sink to the bottom, where idle ones are dropped. Lanes with a session of TLS
 * 1.2 are shared by all who come: one, or as many as {@link LaneOrder} finds of use. Where there
 * are both, since servers behind the address differ or one was upgraded, {@link SessionKind} tells
 * which to offer.
 */
final class AddressLanes {

  private static final long GROWING_NANOS = TimeUnit.MINUTES.toNanos(1);

  final ReducedClientHelloMemory offers = new ReducedClientHelloMemory();
  final LaneOrder order;
  final SessionKind kind = new SessionKind();

  /** Lanes that a connection may take, the one freed last at the end. */
  final List<TicketLane> stack = new ArrayList<>();

  /** Lanes with a session that serves many at a time. */
  final List<TicketLane> shared = new ArrayList<>();

  private int turn;
  private Long growingSince;
  long usedAt;

  /** Set once no lane may come back. */
  boolean gone;

  AddressLanes(long now) {
    order = new LaneOrder(now);
    usedAt = now;
  }

  /** A lane with a session that serves many at a time, or null if the peer is not known for it. */
  TicketLane shared() {
    int used = Math.min(shared.size(), order.distance());
    return used == 0 ? null : shared.get(Math.floorMod(turn++, used));
  }

  /** Whether no more lanes are of use to be shared. */
  boolean sharesEnough() {
    return shared.size() >= order.distance();
  }

  /**
   * Whether the caller, and nobody else meanwhile, is to make one more lane to be shared. A caller
   * that is never heard of again, since its socket was dropped, is waited for some time.
   */
  boolean wantsShared(long now) {
    boolean wants =
        !shared.isEmpty()
            && !sharesEnough()
            && kind.isSurelyReusable()
            && (growingSince == null || now - growingSince > GROWING_NANOS);
    if (wants) {
      growingSince = now;
    }
    return wants;
  }

  /** Ends what {@link #wantsShared} began. */
  void grown() {
    growingSince = null;
  }

  /** Shares a lane from now on, unless others are enough. */
  boolean share(TicketLane lane) {
    if (!sharesEnough() && !shared.contains(lane)) {
      remove(lane);
      shared.add(lane);
      lane.home = this;
    }
    return shared.contains(lane);
  }

  /** Has a lane taken next by as many connections as it has tickets. */
  void push(TicketLane lane) {
    remove(lane);
    lane.count();
    if (lane.free > 0) {
      stack.add(lane);
      lane.home = this;
    }
  }

  /** Takes a lane away from where it stands, here or at another address. */
  static void remove(TicketLane lane) {
    if (lane.home != null) {
      lane.home.stack.remove(lane);
      lane.home.shared.remove(lane);
      lane.home = null;
    }
  }

  /** The lane to take by the order found best, or the oldest; null if there is none. */
  TicketLane next(boolean oldest) {
    int last = stack.size() - 1;
    int down = oldest ? last : order.distance() - 1;
    return down > last || last < 0 ? null : stack.get(last - down);
  }

  /** All lanes that stand here. */
  List<TicketLane> lanes() {
    List<TicketLane> lanes = new ArrayList<>(stack);
    lanes.addAll(shared);
    return lanes;
  }

  boolean isEmpty() {
    return stack.isEmpty() && shared.isEmpty();
  }
}
