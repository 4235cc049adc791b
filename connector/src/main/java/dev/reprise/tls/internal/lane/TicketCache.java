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
 * The session cache of one SSLContext, and which of its sessions can be offered.
 *
 * <p>JSSE keeps one ticket in a context before JDK 24, and a queue of ten from then on
 * (JDK-8328608). No API counts the queue, but with a cache of ten each ticket in it has a session
 * id. Conscrypt has such a queue on any JDK. With JSSE, the session of a full handshake has an id
 * too, but is useless beside its tickets.
 *
 * <p>Fields that are neither final nor volatile are used under the lock of its {@link PeerLanes}.
 */
public final class TicketCache {

  /**
   * A lane with one ticket uses only the newest session. In a larger cache the session of the first
   * full handshake would stay, and with it every session derived from it, which JSSE keeps as its
   * children.
   */
  private static final int ONE_TICKET = 1;

  /** As many tickets as JSSE's queue holds. */
  static final int MOST_TICKETS = 10;

  /**
   * The name of a session value that holds the {@link Root}. A session passes its values on to
   * every session derived from it.
   */
  private static final String ROOT = "dev.reprise.tls.root";

  enum Observer {
    /** The socket reports full handshakes. If sessions keep no values, its trust manager does. */
    SOCKET,
    /** A {@link HandshakeWatch} reports the full handshakes of engines. */
    WATCH,
    /** Nobody reports them. Sessions in the cache show them, if they keep values. */
    NONE
  }

  public final SSLContext context;
  public final ProviderTraits traits;

  /** Null if the provider has none. */
  final SSLSessionContext sessions;

  final Observer observer;
  private final boolean witnessed;
  private final int cacheSize;

  /** Whether {@link #resumed} can tell. If not, it always returns false. */
  public final boolean tellsResumed;

  /** Whether it may hold several tickets. */
  final boolean queue;

  /** The latest full handshake, from which its tickets descend; null before the first. */
  private volatile Root latest;

  /** Whether a handshake was completed over it before. */
  volatile boolean served;

  /** The full handshakes that the sessions in the cache descend from, by session id. */
  private final Map<ByteBuffer, Root> seen = new HashMap<>();

  /** Sessions found in the cache whose full handshakes nobody has reported. */
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
    // If a full handshake's session cannot be told from a ticket, a ticket must replace it.
    boolean tellsTickets = tellsResumed && observer != Observer.NONE;
    queue = traits.queuesTickets() && tellsTickets && sessions != null;
    cacheSize = queue ? MOST_TICKETS : ONE_TICKET;
    if (sessions != null) {
      sessions.setSessionCacheSize(cacheSize);
      sessions.setSessionTimeout(sessionTimeoutSeconds);
    }
  }

  /**
   * Returns the ids of the sessions that handshakes may offer, in no order. Once there are any, it
   * removes others from the cache. These were used, were replaced by a full handshake, or belong to
   * the full handshake itself. With the latter, JSSE would keep every session derived from it.
   */
  public List<ByteBuffer> tickets() {
    List<ByteBuffer> tickets = new ArrayList<>();
    SessionIds.of(sessions).forEach(id -> tickets.add(ByteBuffer.wrap(id)));
    seen.keySet().retainAll(tickets);
    boolean others = tickets.removeIf(id -> !isTicket(id));
    proven |= !tickets.isEmpty();
    if (others && !tickets.isEmpty() && cacheSize > 1) {
      // Those just looked at stay: the cache drops the ones looked at longest ago.
      tickets.forEach(this::session);
      keep(tickets.size());
    }
    return tickets;
  }

  /** Returns whether there are any tickets. Checking a known one is quicker than listing all. */
  boolean hasTicket() {
    for (ByteBuffer id : seen.keySet()) {
      if (cacheSize == 1 && isTicket(id) && session(id) != null) {
        return true;
      }
    }
    return !tickets().isEmpty();
  }

  /** Looks at each session once, since JSSE keeps those longest that were looked at last. */
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

    /** The id of its session if that cannot be resumed; null otherwise. */
    private final ByteBuffer id;

    private final boolean first;
    private volatile boolean replaced;

    Root(ByteBuffer id, boolean first) {
      this.id = id;
      this.first = first;
    }
  }

  /** Notes an engine's full handshake. Returns whether it was the first over this cache. */
  boolean noteFull(SSLSession session) {
    Root root = observer == Observer.WATCH ? noteRoot(session, session.getId()) : rootOf(session);
    served = true;
    return root.first;
  }

  /**
   * Notes a full handshake. If it was TLS 1.3, its tickets are still to come. Removes Conscrypt's
   * older sessions, because Conscrypt would offer the oldest first.
   */
  void renewed(boolean ticketsToCome) {
    if (queue && !traits.keepsRoot()) {
      if (ticketsToCome) {
        keep(0);
      } else {
        // Of several sessions that serve many, Conscrypt would resume the oldest.
        sessions.setSessionCacheSize(1);
      }
    }
  }

  /** Returns whether the handshake just completed resumed a session; called once for each. */
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
