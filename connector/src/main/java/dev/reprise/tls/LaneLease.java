package dev.reprise.tls;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A connection's hold on a lane. Ends once, by {@link #giveBack} or {@link #discard}, whichever
 * comes first and from whichever thread; later calls do nothing.
 */
final class LaneLease {

  private final TicketLanes lanes;
  private final PeerLanes peer;
  private final TicketLane lane;
  private final boolean exclusive;
  private final AtomicBoolean held;

  LaneLease(TicketLanes lanes, PeerLanes peer, TicketLane lane, boolean exclusive) {
    this.lanes = lanes;
    this.peer = peer;
    this.lane = lane;
    this.exclusive = exclusive;
    this.held = new AtomicBoolean(exclusive);
  }

  TicketLane lane() {
    return lane;
  }

  AdaptiveWait closeWait() {
    return peer.closeWait();
  }

  OfferMemory offers() {
    return peer.offers();
  }

  /** Why the handshake that is about to be done would be a full one. */
  FullHandshakeCause ifFull() {
    if (!lane.served()) {
      return FullHandshakeCause.FIRST;
    }
    if (!exclusive) {
      return FullHandshakeCause.NO_LANE;
    }
    return lane.hasSession() ? FullHandshakeCause.NOT_ACCEPTED : FullHandshakeCause.NO_SESSION;
  }

  /** The lane's sessions may be offered by another connection from now on. */
  void giveBack() {
    if (held.compareAndSet(true, false)) {
      lanes.giveBack(peer, lane);
    }
  }

  /** The lane's sessions are of no use: the peer refused the handshake. */
  void discard() {
    if (held.compareAndSet(true, false)) {
      peer.discard(lane);
    }
  }
}
