package dev.reprise.tls;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connection's hold on a lane. Ends once, by {@link #giveBack} or {@link #discard}, whichever
 * comes first and from whichever thread; later calls do nothing.
 */
final class LaneLease {

  /** How the lane is held. */
  enum Kind {
    /** The connection may use one of its tickets, and leave others in it. */
    OWN,
    /** It has a session that any number of connections may use at a time. */
    REUSED,
    /** It is the one of all who came past the limit. */
    OVERFLOW
  }

  private static final int OFFERING = 0;
  private static final int OFFERED = 1;
  private static final int HANDSHAKED = 2;
  private static final int ENDED = 3;

  /** For how long a resumed handshake vouches for a session that many use. */
  private static final long VOUCHED_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final TicketLanes lanes;
  private final PeerLanes peer;
  private final AddressLanes from;
  private final AddressLanes home;
  private final TicketLane lane;
  private final Kind kind;
  private final long since;
  private final long obtainedAt;
  private final ReducedClientHelloMemory offers;
  private final AtomicInteger state = new AtomicInteger(OFFERING);
  private volatile boolean offered;
  private volatile byte[] newestAfterHandshake;

  /**
   * A lease.
   *
   * @param from the address that the lane's session came from
   * @param home the address that the connection has
   */
  LaneLease(
      TicketLanes lanes,
      PeerLanes peer,
      AddressLanes from,
      AddressLanes home,
      TicketLane lane,
      Kind kind,
      long now) {
    this.lanes = lanes;
    this.peer = peer;
    this.from = from;
    this.home = home;
    this.lane = lane;
    this.kind = kind;
    this.since = now;
    this.obtainedAt = lane.obtainedAt;
    this.offers = mayReduce(now) ? home.offers() : new ReducedClientHelloMemory();
  }

  /**
   * Whether the offer may be one that can only resume. One to another address, or many at a time
   * over a session that nobody has resumed for a while, would cost a connection each if refused.
   */
  private boolean mayReduce(long now) {
    return from == home
        && (kind != Kind.REUSED
            || (lane.proven && now - lane.resumedAt < VOUCHED_NANOS)
            || lane.vouch(now, VOUCHED_NANOS));
  }

  TicketLane lane() {
    return lane;
  }

  Kind kind() {
    return kind;
  }

  AdaptiveWait closeTimeout() {
    return peer.closeTimeout();
  }

  ReducedClientHelloMemory offers() {
    return offers;
  }

  /** Why the handshake that is about to be done would be a full one. */
  FullHandshakeCause ifFull() {
    if (!lane.served()) {
      return FullHandshakeCause.FIRST;
    }
    if (kind == Kind.OVERFLOW) {
      return FullHandshakeCause.NO_LANE;
    }
    offered = lane.hasToOffer();
    return offered ? FullHandshakeCause.NOT_ACCEPTED : FullHandshakeCause.NO_SESSION;
  }

  /**
   * Whether the lane's sessions are so near the end of their time that none may have been offered.
   */
  boolean mayBeOutlived() {
    return peer.mayBeOutlived(lane, lanes.now());
  }

  /**
   * Tells of the completed handshake, once. Unless it was one of TLS 1.3, whose tickets are still
   * to come, this ends the lease: such a session serves many connections at a time.
   */
  void handshaked(String protocol, boolean resumed) {
    boolean single = protocol.equals(Handshake.TLS13);
    int next = single && kind == Kind.OWN ? HANDSHAKED : ENDED;
    noteOffered();
    byte[] newest = lane.handshaked(single);
    if (next == HANDSHAKED) {
      newestAfterHandshake = newest;
    }
    long now = lanes.now();
    if (!state.compareAndSet(OFFERED, next)) {
      // Given back when the handshake timed out, after which it was gone on with.
      if (!resumed) {
        lane.renewed(now, single);
      }
      return;
    }
    // A session of another version says nothing of whose tickets the server takes.
    if (single == (kind == Kind.OWN)) {
      note(resumed, now);
    }
    home.kind().seen(!single);
    if (resumed) {
      lane.resumedAt = now;
      lane.proven = true;
    } else {
      lane.renewed(now, single);
    }
    switch (kind) {
      case OWN:
        home.grown();
        if (!resumed) {
          peer.forgetTickets(from, home, lane);
        }
        if (!single) {
          peer.keepReusable(home, lane, now, lanes.idleNanos());
        } else if (resumed && from == home) {
          peer.offerLeft(home, lane, lane.obtainedAt);
        }
        break;
      case REUSED:
        if (single) {
          peer.keepSingleUse(from, home, lane);
        } else if (!resumed && from != home && from.removeReusable(lane)) {
          peer.moveReusable(home, lane);
        }
        break;
      default:
        break;
    }
  }

  private void note(boolean resumed, long now) {
    if (!offered || !lane.tellsResumed()) {
      return;
    }
    if (from != home) {
      peer.addressTrial().offered(resumed, now);
    } else {
      home.order().offered(resumed, obtainedAt, now);
    }
  }

  /**
   * The connection is about to wait for the peer. In the handshake, its ticket has been taken out
   * of the lane by then. After it, a ticket that has come can be offered by others, however long
   * the response is in coming.
   */
  void awaitsPeer() {
    if (noteOffered() || kind != Kind.OWN || state.get() != HANDSHAKED) {
      return;
    }
    if (lane.mayHaveSeveral()) {
      peer.offerLeft(home, lane, lanes.now());
    } else if (lane.hasOtherThan(newestAfterHandshake)) {
      giveBack();
    }
  }

  /** Whether this call noted that the session to offer was taken out of the lane. */
  private boolean noteOffered() {
    boolean first = state.compareAndSet(OFFERING, OFFERED);
    if (first && kind == Kind.OWN) {
      lane.offering.decrementAndGet();
    }
    return first;
  }

  /** The lane's sessions may be offered by another connection from now on. */
  void giveBack() {
    int before = state.getAndSet(ENDED);
    if (before != ENDED && kind == Kind.OWN) {
      if (before == OFFERING) {
        lane.offering.decrementAndGet();
      }
      if (before != HANDSHAKED) {
        home.grown();
      }
      long now = lanes.now();
      if (before == HANDSHAKED) {
        lane.obtainedAt = now;
      }
      peer.giveBack(home, lane, now, lanes.idleNanos());
    }
  }

  /**
   * The peer refused the handshake, perhaps after that had completed, so that the lane's sessions
   * are not to be offered again; unless others have resumed them meanwhile, for then it was not for
   * the session.
   */
  void discard() {
    int before = state.getAndSet(ENDED);
    if (before == ENDED) {
      return;
    }
    if (before != HANDSHAKED) {
      note(false, lanes.now());
    }
    boolean vouched = lane.proven && lane.resumedAt - since > 0;
    switch (kind) {
      case OWN:
        if (before != HANDSHAKED) {
          home.grown();
        }
        peer.drop(lane);
        break;
      case REUSED:
        if (!vouched && from.removeReusable(lane)) {
          peer.drop(lane);
        }
        break;
      default:
        if (!vouched) {
          peer.discardOverflow(lane);
        }
        break;
    }
  }
}
