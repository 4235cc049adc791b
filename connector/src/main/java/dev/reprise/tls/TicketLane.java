package dev.reprise.tls;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
 * its entry among the session ids. Conscrypt has such a queue on any JDK. With JSSE the session of
 * a full handshake stands among the ids too, and is of no use beside its tickets.
 *
 * <p>What is not final is used under the lock of its {@link PeerLanes}.
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

  /**
   * A session value that names the session of the full handshake. Session values pass on to every
   * session derived from the one they were put into.
   */
  private static final String ROOT = "dev.reprise.tls.root";

  /** So long may a full handshake have taken. */
  private static final long MOST_BEFORE = TimeUnit.SECONDS.toNanos(1);

  private final SSLSessionContext sessions;
  private final SSLSocketFactory sockets;
  private final FullHandshakeWitness witness;
  private final boolean witnessed;
  private final boolean tellsResumed;
  private final boolean queue;
  private final ProviderTraits traits;

  /** Names the session of the latest full handshake, from which its tickets descend; or null. */
  private volatile byte[] root;

  private volatile boolean served;

  /** The address that its tickets come from, or null. */
  AddressLanes home;

  /** Leases that have it, which may still receive tickets. */
  int leases;

  /** Of these, leases whose handshake has not taken its ticket yet. */
  int offering;

  /** How many more connections may begin over it. */
  int free;

  /** When it was used last, in the clock's nanoseconds. */
  long freedAt;

  /** When its newest session or ticket came. */
  long obtainedAt;

  /**
   * When its last full handshake was completed, from which all its sessions descend; before the
   * first, when it was made.
   */
  private long fullAt;

  /** When a handshake last resumed over it; null before the first. */
  Long resumedAt;

  /** When a connection was last let try the session for all. */
  private Long vouchedAt;

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
    SSLContext context = contexts.next(witness);
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

  /**
   * The ids of what handshakes may offer. Others are taken out of the cache once there are such:
   * they were used, or replaced by a full handshake, or are the session of that.
   */
  List<byte[]> tickets() {
    List<byte[]> ids = SessionIds.of(sessions);
    boolean others = ids.removeIf(id -> !isTicket(id));
    if (others && queue && !ids.isEmpty()) {
      // Those that were looked at last stay.
      ids.forEach(sessions::getSession);
      keep(ids.size());
    }
    return ids;
  }

  private boolean isTicket(byte[] id) {
    if (!traits.keepsRoot()) {
      return true;
    }
    SSLSession session = sessions.getSession(id);
    byte[] of = session == null ? null : (byte[]) session.getValue(ROOT);
    return session != null
        && (of == null
            || Arrays.equals(of, root)
                && !(Arrays.equals(of, id) && session.getProtocol().equals(Handshake.TLS13)));
  }

  /** Takes all ids but those that were used last out of the cache. */
  private void keep(int newest) {
    sessions.setSessionCacheSize(newest);
    sessions.setSessionCacheSize(MOST_TICKETS);
  }

  /** Counts how many more connections may begin over it; one may if nobody else has it. */
  void count() {
    free = Math.max(tickets().size() - offering, leases == 0 ? 1 : 0);
  }

  /** Whether it has a session that serves many connections at a time, and is not outdone. */
  boolean isShared() {
    return home != null && home.shared.contains(this);
  }

  /** Whether it may hold several tickets. */
  boolean mayHaveSeveral() {
    return queue;
  }

  /**
   * Notes a full handshake, whose tickets, if it is one of TLS 1.3, are still to come. What
   * Conscrypt has left of older ones goes here, since it would offer the oldest first.
   */
  void renewed(long now, boolean ticketsToCome) {
    obtainedAt = now;
    fullAt = now;
    if (queue && !traits.keepsRoot()) {
      if (ticketsToCome) {
        keep(0);
      } else {
        // Of several sessions that can be resumed again and again, the oldest would be.
        sessions.setSessionCacheSize(1);
      }
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

  /**
   * Whether the caller may be one of many that try its session: it was resumed within that time, or
   * the caller is the one that tries it.
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
    if (session.getValue(ROOT) != null) {
      return true;
    }
    root = session.getId();
    session.putValue(ROOT, root);
    return false;
  }

  /** Forgets the socket, whose handshake failed. */
  void handshakeFailed(SSLSocket socket) {
    if (witnessed) {
      witness.tookFullHandshake(socket);
    }
  }
}
