package dev.reprise.tls;

import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One SSLContext with its own session cache. As many connections begin over it at a time as it has
 * TLS 1.3 tickets, so that each ticket is offered once; a TLS 1.2 session serves any number.
 *
 * <p>JSSE keeps one ticket in a context before JDK 24, and a queue of ten from then on
 * (JDK-8328608). The queue is not counted by any API; but with a cache of ten each ticket in it has
 * its entry among the session ids, beside the session of the last full handshake, which is taken
 * out. Conscrypt has such a queue on any JDK, and nothing beside the tickets.
 */
final class TicketLane {

  /**
   * A lane with one ticket uses the newest session alone. In a larger cache the session of the
   * first full handshake would stay, and with it every session derived from it, which JSSE keeps as
   * its children.
   */
  private static final int ONE_TICKET = 1;

  /** As many as JSSE's queue holds. */
  private static final int MOST_TICKETS = 10;

  /** Session values pass on to every session derived from the one they were put into. */
  private static final String HANDSHAKED = "dev.reprise.tls.handshaked";

  /** So long may a full handshake have taken. */
  private static final long MOST_BEFORE = TimeUnit.SECONDS.toNanos(1);

  private final SSLContext context;
  private final SSLSessionContext sessions;
  private final SSLSocketFactory sockets;
  private final FullHandshakeWitness witness;
  private final boolean witnessed;
  private final boolean tellsResumed;
  private final boolean queue;
  private final ProviderTraits traits;
  private final AtomicBoolean rootKept = new AtomicBoolean();

  private volatile boolean served;

  /** What {@link #newestId} named at the end of the latest handshake of TLS 1.3; or null. */
  private volatile byte[] withoutTicket;

  /** Leases that have it, which may still receive tickets. */
  final AtomicInteger leases = new AtomicInteger();

  /** Of these, leases whose handshake has not taken its ticket yet. */
  final AtomicInteger offering = new AtomicInteger();

  /** How often it stands in a stack: once for each connection that may begin over it. */
  final AtomicInteger free = new AtomicInteger();

  /** Set once it is not to be leased any more. */
  volatile boolean dropped;

  /** When it was used last, in the clock's nanoseconds. */
  volatile long freedAt;

  /** When its newest session or ticket came. */
  volatile long obtainedAt;

  /**
   * When its last full handshake was completed, from which all its sessions descend; before the
   * first, when it was made.
   */
  private volatile long fullAt;

  /** When a handshake last resumed over it; meaningless before {@link #proven}. */
  volatile long resumedAt;

  volatile boolean proven;

  /** When a connection was last let try the session for all. */
  private final AtomicLong vouchedAt = new AtomicLong();

  private final AtomicBoolean everVouched = new AtomicBoolean();

  /** Its place under the peer's limit; set by the one who makes it, null for a shared lane. */
  Reference<TicketLane> place;

  /**
   * A lane without a session.
   *
   * @param now in the clock's nanoseconds, which say nothing without others: that clock may have
   *     been running for longer than any session lasts
   */
  TicketLane(ContextSource contexts, int sessionTimeoutSeconds, long now) {
    freedAt = now;
    obtainedAt = now;
    fullAt = now;
    witness = new FullHandshakeWitness();
    witnessed = contexts.witnessed();
    context = contexts.next(witness);
    traits = ProviderTraits.of(context.getProvider());
    tellsResumed = witnessed || traits.keepsSessionValues();
    sessions = context.getClientSessionContext();
    queue = traits.queuesTickets() && tellsResumed && sessions != null;
    if (sessions != null) {
      sessions.setSessionCacheSize(queue ? MOST_TICKETS : ONE_TICKET);
      sessions.setSessionTimeout(sessionTimeoutSeconds);
    }
    sockets = context.getSocketFactory();
  }

  SSLSocketFactory sockets() {
    return sockets;
  }

  /** Whether a handshake was completed over it before. */
  boolean served() {
    return served;
  }

  /** Whether there is a session that a handshake may offer. */
  boolean hasToOffer() {
    byte[] own = withoutTicket;
    return own == null ? newestId() != null : queue ? tickets() > 0 : hasOtherThan(own);
  }

  /**
   * Notes a completed handshake. After one of TLS 1.3 JSSE keeps the session, which no ticket has
   * come for yet, and names it as one that could be resumed.
   *
   * @return names the newest of its sessions while its tickets are still to come; null if there is
   *     none, or none is to come
   */
  byte[] handshaked(boolean ticketsToCome) {
    byte[] newest = ticketsToCome ? newestId() : null;
    withoutTicket = traits.keepsRoot() ? newest : null;
    return newest;
  }

  /** Names the newest of its sessions; null if there is none. For a lane that keeps one. */
  private byte[] newestId() {
    List<byte[]> ids = SessionIds.first(1, sessions);
    return ids.isEmpty() ? null : ids.get(0);
  }

  /** Whether it has a session that is not the one named. */
  boolean hasOtherThan(byte[] id) {
    byte[] newest = newestId();
    return newest != null && !Arrays.equals(newest, id);
  }

  /**
   * Notes a full handshake, whose tickets, if it is one of TLS 1.3, are still to come. JSSE has
   * emptied its queue of tickets for the session that it made, and what is left of them among the
   * ids goes here; as does what Conscrypt has left, which would offer the oldest first.
   */
  void renewed(long now, boolean ticketsToCome) {
    obtainedAt = now;
    fullAt = now;
    if (!queue) {
      return;
    }
    if (traits.keepsRoot()) {
      keep(1);
      rootKept.set(true);
    } else if (ticketsToCome) {
      keep(0);
    } else {
      // Of several sessions that can be resumed again and again, the oldest would be.
      sessions.setSessionCacheSize(1);
    }
  }

  /**
   * Whether its sessions are past their time. JSSE does not offer them any more then; Conscrypt
   * counts the time of each ticket from its start.
   */
  boolean outlived(long now, long timeoutNanos) {
    return served && now - fullAt > timeoutNanos;
  }

  /**
   * Whether its sessions are so near the end of their time that JSSE may not have offered them,
   * which counts from the beginning of the full handshake.
   */
  boolean mayBeOutlived(long now, long timeoutNanos) {
    return outlived(now + Math.min(MOST_BEFORE, timeoutNanos / 4), timeoutNanos);
  }

  /** Takes the place of a lane that was {@link #outlived}. */
  void succeed(long now) {
    fullAt = now;
    served = true;
  }

  boolean mayHaveSeveral() {
    return queue;
  }

  /** How many connections could resume over it at once. */
  int tickets() {
    if (!queue) {
      return 1;
    }
    int ids = SessionIds.of(sessions).size();
    if (!traits.keepsRoot()) {
      return ids;
    }
    if (ids > 1 && rootKept.compareAndSet(true, false)) {
      // The session of the full handshake is the oldest, and of no use beside its tickets.
      ids--;
      keep(ids);
    }
    return rootKept.get() ? 0 : ids;
  }

  /** Takes all ids but the newest out of the cache; they were in the queue, or used. */
  private void keep(int newest) {
    sessions.setSessionCacheSize(newest);
    sessions.setSessionCacheSize(MOST_TICKETS);
  }

  /** Whether the caller may try the session for all, which one may do in so long a time. */
  boolean vouch(long now, long nanos) {
    long last = vouchedAt.get();
    return (everVouched.compareAndSet(false, true) || now - last >= nanos)
        && vouchedAt.compareAndSet(last, now);
  }

  /** Whether {@link #resumed} is known, and not merely false because nothing tells. */
  boolean tellsResumed() {
    return tellsResumed;
  }

  /** A handshake over the lane begins. */
  void handshakeBegins(SSLSocket socket) {
    if (witnessed) {
      witness.begins(socket);
    }
  }

  /** Whether the handshake that the socket just completed resumed a session; asked once. */
  boolean resumed(SSLSocket socket, SSLSession session) {
    served = true;
    if (witnessed) {
      return !witness.tookFullHandshake(socket);
    }
    if (session.getValue(HANDSHAKED) != null) {
      return true;
    }
    session.putValue(HANDSHAKED, true);
    return false;
  }

  /** Forgets the socket, whose handshake failed. */
  void handshakeFailed(SSLSocket socket) {
    if (witnessed) {
      witness.tookFullHandshake(socket);
    }
  }
}
