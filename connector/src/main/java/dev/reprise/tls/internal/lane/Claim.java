package dev.reprise.tls.internal.lane;

import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.internal.provider.ProviderTraits;
import java.nio.ByteBuffer;
import java.util.List;
import javax.net.ssl.SSLSession;

/**
 * A connection's hold on a lane. It ends once, at the latest by {@link #giveBack} or {@link
 * #discard}. Later calls, from whichever thread, do nothing.
 */
public final class Claim {

  public enum Kind {
    /** The connection may use one of the lane's tickets, and put new ones into the lane. */
    OWN,
    /** The lane has a session that any number of connections may use at a time. */
    REUSED,
    /** The lane is the one for all connections past the limit. */
    OVERFLOW
  }

  private enum State {
    OFFERING,
    OFFERED,
    HANDSHAKED,
    ENDED
  }

  private final PeerLanes peer;
  private final Object address;
  private final boolean elsewhere;
  public final Lane lane;
  public final Kind kind;
  final long since;
  private final long obtainedAt;
  public final ReducedClientHelloMemory offers;

  /** Written under the peer's lock. Only OWN claims begin as OFFERING; others share a session. */
  private volatile State state;

  boolean offered;
  private ByteBuffer ticket;

  /** Made under the peer's lock; {@code elsewhere} if the session came from another address. */
  Claim(PeerLanes peer, Object address, boolean elsewhere, Lane lane, Kind kind, long now) {
    this.peer = peer;
    this.address = address;
    this.elsewhere = elsewhere;
    this.lane = lane;
    this.kind = kind;
    this.since = now;
    this.obtainedAt = lane.times.obtainedAt;
    // Reduced ClientHellos to another address, or many at a time over a session that nobody has
    // resumed for a while, would each cost a connection if refused.
    boolean mayReduce = !elsewhere && (kind != Kind.REUSED || lane.times.vouch(now));
    this.offers = mayReduce ? peer.offers : new ReducedClientHelloMemory();
    this.state = kind == Kind.OWN ? State.OFFERING : State.OFFERED;
    lane.times.usedAt = now;
    if (kind == Kind.OWN) {
      lane.claims++;
      lane.offering++;
    }
  }

  public AdaptiveWait closeTimeout() {
    return peer.closeTimeout;
  }

  /** Returns the cause to report if the coming handshake is a full one. */
  public FullHandshakeCause ifFull() {
    if (!lane.cache.served) {
      return FullHandshakeCause.FIRST;
    }
    if (kind == Kind.OVERFLOW) {
      return FullHandshakeCause.NO_LANE;
    }
    return peer.locked(
        () -> {
          offered = lane.cache.hasTicket();
          return offered ? FullHandshakeCause.NOT_ACCEPTED : FullHandshakeCause.NO_SESSION;
        });
  }

  /**
   * Notes the completed handshake; called once. With TLS 1.3, an OWN claim continues, because
   * tickets are still to come. All other claims end.
   */
  public void handshaked(String protocol, boolean resumed) {
    peer.locked(() -> note(protocol.equals(ProviderTraits.TLS13), resumed));
  }

  private void note(boolean single, boolean resumed) {
    long now = peer.store.now();
    noteOffered();
    if (!resumed) {
      lane.noteFullOfSocket(single, now);
    }
    if (state != State.OFFERED) {
      // The handshake timed out, which gave the claim back, and was continued later.
      return;
    }
    state = single && kind == Kind.OWN ? State.HANDSHAKED : State.ENDED;
    // If the TLS version changed, this does not show whose tickets the server accepts.
    if (single == (kind == Kind.OWN)) {
      noteOffer(resumed, now);
    }
    peer.kind.seen(!single);
    if (resumed) {
      lane.times.resumedAt = now;
    }
    if (kind == Kind.OWN) {
      if (!single) {
        lane.claims--;
        peer.share(address, lane, now);
      } else if (lane.cache.queue && (!resumed || !elsewhere)) {
        peer.push(address, lane);
      }
    } else if (kind == Kind.REUSED && lane.shared) {
      if (single) {
        peer.push(address, lane);
      } else if (!resumed && elsewhere) {
        peer.share(address, lane, now);
      }
    }
  }

  private void noteOffer(boolean resumed, long now) {
    if (offered && lane.cache.tellsResumed) {
      if (elsewhere) {
        peer.addressTrial.offered(resumed, now);
      } else {
        peer.order.offered(resumed, obtainedAt, now);
      }
    }
  }

  /**
   * Notes that the connection is about to wait for the peer. During the handshake, its ticket has
   * left the lane by then. After the handshake, others can offer a ticket that has come, however
   * long the response takes.
   */
  public void awaitsPeer() {
    State now = state;
    if (now == State.OFFERING || now == State.HANDSHAKED) {
      peer.locked(this::offerWhatCame);
    }
  }

  private void offerWhatCame() {
    if (noteOffered() || state != State.HANDSHAKED) {
      return;
    }
    if (lane.cache.queue) {
      lane.times.obtainedAt = peer.store.now();
      peer.push(address, lane);
    } else if (lane.cache.hasTicket()) {
      end();
    }
  }

  /** Makes this the claim of an engine, which reports nothing: the cache shows what it took. */
  void ofEngine() {
    FullHandshakeCause cause = ifFull();
    lane.engines.ifFull =
        lane.engines.crowded && lane.cache.served ? FullHandshakeCause.NO_LANE : cause;
    lane.engines.crowded = false;
    ticket = kind == Kind.OWN ? lane.engines.reserve(lane.cache) : null;
    if (ticket == null) {
      noteOffered();
    }
  }

  /** Returns a session like the engine's; null while nothing shows that its handshake is done. */
  SSLSession settled() {
    List<ByteBuffer> tickets = lane.cache.tickets();
    if (ticket != null && state == State.OFFERING && !tickets.contains(ticket)) {
      noteOffered();
    }
    return state == State.OFFERED && tickets.size() > lane.offering
        ? lane.cache.session(tickets.get(0))
        : null;
  }

  boolean holdsTicket() {
    return ticket != null && state == State.OFFERING;
  }

  /** Notes that the session to offer has left the lane. Returns whether this call was the first. */
  private boolean noteOffered() {
    boolean first = state == State.OFFERING;
    if (first) {
      state = State.OFFERED;
      lane.engines.reserved.remove(ticket);
      lane.offering--;
    }
    return first;
  }

  /** Ends the claim, so that other connections can offer the lane's sessions from now on. */
  public void giveBack() {
    if (state != State.ENDED) {
      peer.locked(this::end);
    }
  }

  private void end() {
    State before = state;
    noteOffered();
    state = State.ENDED;
    if (before != State.ENDED && kind == Kind.OWN) {
      long now = peer.store.now();
      if (before == State.HANDSHAKED) {
        lane.times.obtainedAt = now;
      } else if (offered) {
        lane.mayHaveSpent();
      }
      lane.claims--;
      lane.times.usedAt = now;
      peer.push(address, lane);
    }
  }

  /**
   * Notes that the peer refused the handshake, perhaps after it had completed. The lane's sessions
   * are not offered again, unless others have resumed them meanwhile: then the session was not the
   * reason.
   */
  public void discard() {
    if (state != State.ENDED) {
      peer.locked(this::drop);
    }
  }

  private void drop() {
    State before = state;
    state = State.ENDED;
    if (before == State.ENDED) {
      return;
    }
    if (before != State.HANDSHAKED) {
      noteOffer(false, peer.store.now());
    }
    if (kind == Kind.OWN || lane.times.resumedAt - since <= 0) {
      peer.drop(lane);
    }
  }
}
