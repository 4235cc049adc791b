package dev.reprise.tls.internal.lane;

import dev.reprise.tls.FullHandshakeCause;
import javax.net.ssl.SSLSession;

/**
 * One SSLContext with its own session cache, and who uses it. As many connections begin over it at
 * a time as it has TLS 1.3 tickets, so that each ticket is offered once; a TLS 1.2 session serves
 * any number. Used under the lock of its {@link PeerLanes}.
 */
public final class Lane {

  public final TicketCache cache;
  final LaneEngines engines = new LaneEngines();
  final SessionTimes times;

  /** Where its tickets came from. */
  Object address;

  /** Claims that hold it, which may still receive tickets. */
  int claims;

  /** Claims whose handshake has not taken its ticket yet. */
  public int offering;

  /** How many more connections may begin over it. */
  public int free;

  /** Whether its session serves many at a time, so that all connections may use it. */
  boolean shared;

  Lane(TicketCache cache, long now) {
    this.cache = cache;
    this.times = new SessionTimes(now);
  }

  /** A handshake that has offered a ticket came to nothing: without one it begins as a new lane. */
  void mayHaveSpent() {
    if (!cache.hasTicket()) {
      cache.served = false;
    }
  }

  /** Notes a full handshake of an engine, and tells why it was one. */
  FullHandshakeCause noteFull(SSLSession session, long now) {
    boolean first = cache.noteFull(session);
    engines.full++;
    renewed(now, TicketCache.isSingleUse(session));
    return first ? FullHandshakeCause.FIRST : engines.ifFull;
  }

  /** Counts how many more may begin over it; whether there is a ticket for the next. */
  boolean count() {
    int tickets = cache.tickets().size() - offering;
    free = Math.max(tickets, claims == 0 ? 1 : 0);
    return tickets > 0;
  }

  boolean isFrom(Object other) {
    return other.equals(address);
  }

  /** As {@link #noteFull}, which a socket has reported. */
  void noteFullOfSocket(boolean ticketsToCome, long now) {
    if (cache.observer == TicketCache.Observer.SOCKET) {
      renewed(now, ticketsToCome);
    }
  }

  private void renewed(long now, boolean ticketsToCome) {
    times.renewed(now);
    cache.renewed(ticketsToCome);
  }
}
