package dev.reprise.tls.internal.lane;

import dev.reprise.tls.FullHandshakeCause;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import javax.net.ssl.SSLSession;

/**
 * One SSLContext with its own session cache, and who uses it. As many connections begin over it at
 * a time as it has TLS 1.3 tickets, so that each ticket is offered once; a TLS 1.2 session serves
 * any number. Used under the lock of its {@link PeerLanes}.
 */
public final class Lane {

  public final TicketCache cache;

  /** Tickets that are meant for engines. */
  final Set<ByteBuffer> reserved = new HashSet<>();

  /** Full handshakes of engines that could not be attributed to one engine. */
  int full;

  /** Whether its ticket was taken from an engine that may still begin. */
  boolean takenBack;

  /** Whether it is given to several engines, since the settings allow no more lanes. */
  boolean crowded;

  /** Why the next full handshake of an engine would be one. */
  FullHandshakeCause ifFull = FullHandshakeCause.FIRST;

  /** Where its tickets came from. */
  Object address;

  /** Claims that hold it, which may still receive tickets. */
  int claims;

  /** Claims whose handshake has not taken its ticket yet. */
  public int offering;

  /** How many more connections may begin over it. */
  public int free;

  /** When it was used last, in the clock's nanoseconds. */
  public long freedAt;

  /** When its newest session or ticket came. */
  long obtainedAt;

  /**
   * When its last full handshake was completed, from which all its sessions descend; before the
   * first, when it was made.
   */
  private long fullAt;

  /** When a handshake last resumed over it; null before the first. */
  Long resumedAt;

  /** When a connection was last allowed to try the session on behalf of all. */
  private Long vouchedAt;

  /**
   * A lane without a session.
   *
   * @param now in the clock's nanoseconds, which say nothing without others: that clock may have
   *     been running for longer than any session lasts
   */
  Lane(TicketCache cache, long now) {
    this.cache = cache;
    freedAt = now;
    obtainedAt = now;
    fullAt = now;
  }

  /** A handshake that has offered a ticket came to nothing: without one it begins as a new lane. */
  void mayHaveSpent() {
    if (cache.tickets().isEmpty()) {
      cache.served = false;
    }
  }

  /** Notes a full handshake of an engine, and tells why it was one. */
  FullHandshakeCause noteFull(SSLSession session, long now) {
    boolean first = cache.noteFull(session);
    full++;
    renewed(now, TicketCache.isSingleUse(session));
    return first ? FullHandshakeCause.FIRST : ifFull;
  }

  /** Whether a full handshake can be attributed to the engine in question. */
  boolean takeFull() {
    boolean was = full > 0;
    full -= was ? 1 : 0;
    return was;
  }

  /**
   * Reserves one of its tickets for an engine. Returns null if there is none, or if it serves many.
   */
  ByteBuffer reserve() {
    for (ByteBuffer id : cache.tickets()) {
      SSLSession session = cache.session(id);
      if (session != null && TicketCache.isSingleUse(session) && reserved.add(id)) {
        return id;
      }
    }
    return null;
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
    obtainedAt = now;
    fullAt = now;
    cache.renewed(ticketsToCome);
  }

  /**
   * Whether its sessions are past their time. JSSE does not offer them any more then. Conscrypt
   * counts the time of each ticket from its start.
   */
  boolean outlived(long now, long timeoutNanos) {
    return cache.served && now - fullAt > timeoutNanos;
  }

  /**
   * Whether the caller may offer its session along with others: it was resumed within that time, or
   * the caller is the one to try it.
   */
  boolean vouch(long now, long nanos) {
    if (resumedAt != null && now - resumedAt < nanos) {
      return true;
    }
    boolean due = vouchedAt == null || now - vouchedAt >= nanos;
    if (due) {
      vouchedAt = now;
    }
    return due;
  }
}
