package dev.reprise.tls.internal.lane;

import dev.reprise.tls.internal.jdk.OwnThreads;
import dev.reprise.tls.internal.provider.HandshakeWatch;
import dev.reprise.tls.internal.provider.ProviderTraits;
import dev.reprise.tls.internal.provider.SessionIds;
import dev.reprise.tls.internal.provider.SocketTrustManager;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;

/**
 * The session cache of one SSLContext, and what of it can be offered.
 *
 * <p>JSSE keeps one ticket in a context before JDK 24, and a queue of ten from then on
 * (JDK-8328608). The queue is not counted by any API; but with a cache of ten each ticket in it has
 * its entry among the session ids. Conscrypt has such a queue on any JDK. With JSSE the session of
 * a full handshake is among the ids too, and is useless beside its tickets.
 *
 * <p>What is not final or volatile is used under the lock of its {@link PeerLanes}.
 */
public final class TicketCache {

  /**
   * A lane with one ticket uses only the newest session. In a larger cache the session of the first
   * full handshake would stay, and with it every session derived from it, which JSSE keeps as its
   * children.
   */
  private static final int ONE_TICKET = 1;

  /** As many as JSSE's queue holds. */
  static final int MOST_TICKETS = 10;

  /**
   * A session value that tells of the full handshake. Session values pass on to every session
   * derived from the one they were put into.
   */
  private static final String ROOT = "dev.reprise.tls.root";

  enum Observer {
    /** The socket, when its handshake is done; its trust manager notes it if sessions do not. */
    SOCKET,
    /** A {@link HandshakeWatch}, for engines. */
    WATCH,
    /** Nobody, so that it is seen by the sessions in the cache, if these keep values. */
    NONE
  }

  public final SSLContext context;
  public final ProviderTraits traits;

  /** Null if the provider has none. */
  final SSLSessionContext sessions;

  final Observer observer;
  private final boolean witnessed;
  private final int cacheSize;

  /** Whether {@link #resumed} is known, and not merely false because nothing tells. */
  public final boolean tellsResumed;

  /** Whether it may hold several tickets. */
  final boolean queue;

  /** The latest full handshake, from which its tickets descend; null before the first. */
  private volatile Root latest;

  /** Whether a handshake was completed over it before. */
  volatile boolean served;

  /** By the ids in the cache, the full handshakes that their sessions descend from. */
  private final Map<ByteBuffer, Root> seen = new HashMap<>();

  /** Sessions in the cache, of full handshakes that nobody has reported. */
  final List<SSLSession> found = new ArrayList<>(0);

  /** Whether it ever had something to offer. */
  boolean proven;

  /** With {@code witnessed}, a {@link SocketTrustManager} notes full handshakes of sockets. */
  TicketCache(SSLContext context, Observer observer, boolean witnessed, int sessionTimeoutSeconds) {
    this.context = context;
    this.observer = observer;
    this.witnessed = witnessed;
    traits = ProviderTraits.of(context.getProvider());
    tellsResumed = witnessed || observer == Observer.WATCH || traits.keepsSessionValues();
    sessions = context.getClientSessionContext();
    // Where nobody tells which session is that of a full handshake, a ticket takes its place.
    boolean tellsTickets = tellsResumed && observer != Observer.NONE;
    queue = traits.queuesTickets() && tellsTickets && sessions != null;
    cacheSize = queue ? MOST_TICKETS : ONE_TICKET;
    if (sessions != null) {
      sessions.setSessionCacheSize(cacheSize);
      sessions.setSessionTimeout(sessionTimeoutSeconds);
    }
  }

  /**
   * Returns the ids of what handshakes may offer, in no order. Once there are any, it removes
   * others from the cache. These were used, were replaced by a full handshake, or belong to the
   * session of that handshake. JSSE would keep every session derived from that one.
   */
  public List<ByteBuffer> tickets() {
    List<ByteBuffer> tickets = new ArrayList<>();
    SessionIds.of(sessions).forEach(id -> tickets.add(ByteBuffer.wrap(id)));
    seen.keySet().retainAll(tickets);
    boolean others = tickets.removeIf(id -> !isTicket(id));
    proven |= !tickets.isEmpty();
    if (others && !tickets.isEmpty() && cacheSize > 1) {
      // Those that were looked at last stay.
      tickets.forEach(this::session);
      keep(tickets.size());
    }
    return tickets;
  }

  /** Whether there are any. To list them takes longer than to look at one that is known. */
  boolean hasTicket() {
    for (ByteBuffer id : seen.keySet()) {
      if (cacheSize == 1 && isTicket(id) && session(id) != null) {
        return true;
      }
    }
    return !tickets().isEmpty();
  }

  /** Each session is looked at once, since JSSE keeps those longest that were looked at last. */
  private boolean isTicket(ByteBuffer id) {
    if (!traits.keepsRoot()) {
      return true;
    }
    Root root = seen.get(id);
    if (root == null) {
      SSLSession session = session(id);
      if (session == null) {
        return false;
      }
      root = rootOf(session);
      if (root == null && observer == Observer.NONE) {
        found.add(session);
        root = noteRoot(session, null);
      }
      if (root == null) {
        return true;
      }
      seen.put(id, root);
    }
    return !root.replaced && !id.equals(root.id);
  }

  /** Removes all ids but those used last from the cache. */
  private void keep(int newest) {
    sessions.setSessionCacheSize(newest);
    sessions.setSessionCacheSize(cacheSize);
  }

  SSLSession session(ByteBuffer id) {
    return sessions.getSession(id.array());
  }

  static boolean isSingleUse(SSLSession session) {
    return ProviderTraits.TLS13.equals(session.getProtocol());
  }

  /** Notes a full handshake; the id is null if it may be a ticket's. */
  private Root noteRoot(SSLSession session, byte[] id) {
    Root before = latest;
    boolean unusable = id != null && isSingleUse(session);
    Root root = new Root(unusable ? ByteBuffer.wrap(id) : null, before == null);
    if (traits.keepsSessionValues()) {
      OwnThreads.withoutCaller(
          () -> {
            session.putValue(ROOT, root);
            return root;
          });
    }
    if (before != null && observer != Observer.NONE) {
      before.replaced = true;
    }
    latest = root;
    return root;
  }

  /** With a security manager, JSSE keeps the values of each AccessControlContext apart. */
  private static Root rootOf(SSLSession session) {
    return OwnThreads.withoutCaller(() -> (Root) session.getValue(ROOT));
  }

  /** The full handshake that sessions descend from. */
  private static final class Root {

    /** Of its session, if nothing resumes that. */
    private final ByteBuffer id;

    private final boolean first;
    private volatile boolean replaced;

    Root(ByteBuffer id, boolean first) {
      this.id = id;
      this.first = first;
    }
  }

  /** Notes a full handshake of an engine; whether it was the first with its peer. */
  boolean noteFull(SSLSession session) {
    Root root = observer == Observer.WATCH ? noteRoot(session, session.getId()) : rootOf(session);
    served = true;
    return root.first;
  }

  /**
   * A full handshake was done, whose tickets, if it is one of TLS 1.3, are still to come. What
   * Conscrypt has left of older ones goes here, since it would offer the oldest first.
   */
  void renewed(boolean ticketsToCome) {
    if (queue && !traits.keepsRoot()) {
      if (ticketsToCome) {
        keep(0);
      } else {
        // Of several sessions that can be resumed many times, the oldest would be.
        sessions.setSessionCacheSize(1);
      }
    }
  }

  /** Whether the handshake that a channel just completed resumed a session; asked once. */
  public boolean resumed(boolean certificateChecked, SSLSession session) {
    served = true;
    if (witnessed) {
      return !certificateChecked;
    }
    boolean resumed = rootOf(session) != null;
    if (!resumed) {
      noteRoot(session, session.getId());
    }
    return resumed;
  }
}
