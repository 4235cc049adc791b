package dev.reprise.tls.internal.lane;

import dev.reprise.tls.FullHandshakeCause;
import javax.net.ssl.SSLSession;

/**
 * One SSLContext with its own session cache, and a count of its claims. With TLS 1.3, as many
 * connections may begin at a time as there are tickets, so that each ticket is offered once. A TLS
 * 1.2 session serves any number. Used under the lock of its {@link PeerLanes}.
 */
public final class Lane {

  public final TicketCache cache;
  final LaneEngines engines = new LaneEngines();
  final SessionTimes times;

  /** The address that its tickets came from; null before the first. */
  Object address;

  /** How many connections have claimed it as their own, and may still receive tickets. */
  int claims;

  /** How many of these connections have not taken their ticket out of it yet. */
  public int offering;

  /** How many more connections may begin over it. */
  public int free;

  /** Whether its session serves many connections at a time, so that all may use it. */
  boolean shared;

  Lane(TicketCache cache, long now) {
    this.cache = cache;
    this.times = new SessionTimes(now);
  }

  /** Notes that a handshake with a ticket failed. Without more tickets, the lane is new again. */
  void mayHaveSpent() {
    if (!cache.hasTicket()) {
      cache.served = false;
    }
  }

  /** Notes an engine's full handshake. Returns why it was a full one. */
  FullHandshakeCause noteFull(SSLSession session, long now) {
    boolean first = cache.noteFull(session);
    engines.full++;
    renewed(now, TicketCache.isSingleUse(session));
    return first ? FullHandshakeCause.FIRST : engines.ifFull;
  }

  /** Counts how many more connections may begin. Returns whether there is a ticket for one. */
  boolean count() {
    int tickets = tickets();
    free = Math.max(tickets, claims == 0 ? 1 : 0);
    return tickets > 0;
  }

  /** Returns how many tickets no connection is about to offer. */
  int tickets() {
    return cache.tickets().size() - offering;
  }

  boolean isFrom(Object other) {
    return other.equals(address);
  }

  /** Notes a full handshake that a socket reported, as {@link #noteFull} does for engines. */
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
