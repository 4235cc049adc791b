package dev.reprise.tls.internal.lane;

import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.Peer;
import dev.reprise.tls.ResumingSslContext;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLSession;

/**
 * The lanes of a {@link ResumingSslContext} for what is handed out before its peer is known. Which
 * of them has a ticket for that peer, nobody knows: they are taken in turn, and a new one costs a
 * full handshake with each peer. One is added once as many handshakes were full again within some
 * calls of each peer.
 */
public final class TurnLanes extends EngineLanes {

  /** They are taken in turn: several times as many as calls at a time. */
  private static final int MOST_LANES = 256;

  /** Within so many calls of each peer its handshake must be a full one again for another lane. */
  private static final int WINDOW = 16;

  private final int limit;

  /** The one that was taken longest ago first. */
  private final Deque<Turn> turns = new ArrayDeque<>();

  private final Set<Peer> peers = new HashSet<>();
  private int fullAgain;
  private long taken;

  public TurnLanes(LaneStore store, Owner owner) {
    super(store, owner, null);
    limit = settings.stockSockets() ? 1 : Math.min(MOST_LANES, settings.maxLanesPerPeer());
  }

  /** A lane, and how often it was taken without a look at it. */
  private static final class Turn {
    final Lane lane;
    int unseen;
    int mostUnseen;

    Turn(Lane lane) {
      this.lane = lane;
    }
  }

  @Override
  public Claim claim(InetAddress address, long now) {
    Claim[] claim = new Claim[1];
    tell(() -> claim[0] = take(now));
    return claim[0];
  }

  private Claim take(long now) {
    dropIdle(now);
    // One full handshake with each peer.
    int cost = Math.max(1, peers.size());
    Turn turn;
    if (turns.isEmpty() || (turns.size() < limit && fullAgain >= cost)) {
      fullAgain = Math.max(0, fullAgain - cost);
      turn = new Turn(make(now));
      add(turn.lane);
    } else {
      turn = turns.poll();
      taken++;
      if (taken % ((long) WINDOW * cost) == 0) {
        fullAgain = 0;
      }
    }
    turns.add(turn);
    Lane lane = turn.lane;
    // A look takes time with the sessions there are, so it is taken as often before the next one.
    if (turn.unseen >= turn.mostUnseen) {
      look(turn);
    }
    turn.unseen++;
    lane.offering += lane.cache.proven ? 1 : 0;
    lane.ifFull = lane.cache.proven ? FullHandshakeCause.UNKNOWN : FullHandshakeCause.NO_SESSION;
    return new Claim(this, this, false, lane, Claim.Kind.OVERFLOW, now);
  }

  private void look(Turn turn) {
    Lane lane = turn.lane;
    List<ByteBuffer> tickets = lane.cache.tickets();
    turn.unseen = 0;
    turn.mostUnseen = tickets.size();
    tellFound(lane);
    SSLSession session = tickets.isEmpty() ? null : lane.cache.session(tickets.get(0));
    if (session != null && lane.offering > 0) {
      // They had a session to offer, and no full handshake.
      tellResumed(session, lane.offering);
      lane.offering = 0;
    }
  }

  @Override
  FullHandshakeCause full(Lane lane, SSLSession session) {
    FullHandshakeCause cause = super.full(lane, session);
    lane.offering = Math.max(0, lane.offering - 1);
    if (peers.size() < settings.maxPeers()) {
      peers.add(TicketCache.peerOf(session));
    }
    if (cause != FullHandshakeCause.FIRST && TicketCache.isSingleUse(session)) {
      fullAgain++;
    }
    return cause;
  }

  @Override
  public void look(long now) {
    tell(() -> turns.forEach(this::look));
  }

  @Override
  void dropIdle(long now) {
    while (!turns.isEmpty() && isIdle(turns.peek().lane.freedAt, now)) {
      drop(turns.poll().lane);
    }
  }
}
