package dev.reprise.tls.internal.lane;

import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.internal.provider.ProviderTraits;
import java.nio.ByteBuffer;
import java.util.List;
import javax.net.ssl.SSLSession;

/**
 * A connection's hold on a lane. Ends once, by {@link #giveBack} or {@link #discard}, whichever
 * comes first and from whichever thread; later calls do nothing.
 */
public final class Claim {

  public enum Kind {
    /** The connection may use one of its tickets, and leave others in it. */
    OWN,
    /** It has a session that any number of connections may use at a time. */
    REUSED,
    /** It is the one of all who came past the limit. */
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

  /** Written under the peer's lock. Only an own lane's ticket is offered by one alone. */
  private volatile State state;

  boolean offered;
  private ByteBuffer ticket;

  /**
   * A claim, made under the peer's lock; {@code elsewhere} if the session is of another address.
   */
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

  /** Why the handshake that is about to be done would be a full one. */
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
   * Reports the completed handshake, once. This ends the claim unless it was TLS 1.3, whose tickets
   * are still to come: other sessions serve many connections at a time.
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
      // Given back when the handshake timed out, after which it was gone on with.
      return;
    }
    state = single && kind == Kind.OWN ? State.HANDSHAKED : State.ENDED;
    // A session of another version says nothing of whose tickets the server takes.
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
   * Notes that the connection is about to wait for the peer. In the handshake, its ticket has been
   * taken out of the lane by then. After it, others can offer a ticket that has come, however long
   * the response takes.
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

  /** Makes it stand for an engine, which reports nothing: its ticket is watched in the cache. */
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

  /** A session like the one that an engine has now; null if nothing is known of it yet. */
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

  /** Whether this call noted that the session to offer was taken out of the lane. */
  private boolean noteOffered() {
    boolean first = state == State.OFFERING;
    if (first) {
      state = State.OFFERED;
      lane.engines.reserved.remove(ticket);
      lane.offering--;
    }
    return first;
  }

  /** Lets other connections offer the lane's sessions from now on. */
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
