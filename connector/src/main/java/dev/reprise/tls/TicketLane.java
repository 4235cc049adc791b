package dev.reprise.tls;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;

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

  /** In a lane of many peers, for each a ticket and the session of its full handshake. */
  private static final int MOST_SESSIONS = 20_480;

  /** Peers whose full handshakes are told apart in one lane. */
  private static final int MOST_PEERS = 1000;

  /**
   * A session value that tells of the full handshake. Session values pass on to every session
   * derived from the one they were put into.
   */
  private static final String ROOT = "dev.reprise.tls.root";

  /** The longest time that a full handshake may have taken. */
  private static final long MOST_BEFORE = TimeUnit.SECONDS.toNanos(1);

  /** Who tells of full handshakes over a lane. */
  enum Observer {
    /** The socket, when its handshake is done. */
    SOCKET,
    /** A {@link HandshakeWatch}, for engines. */
    WATCH,
    /** Nobody, so that it is seen by the sessions in the cache, if these keep values. */
    NONE
  }

  private final SSLContext context;
  private final SSLSessionContext sessions;
  private final boolean witnessed;
  private final Observer observer;
  private final boolean tellsResumed;
  private final boolean ofOnePeer;
  private final int cacheSize;
  private final boolean queue;
  private final ProviderTraits traits;

  /** The latest full handshake with each peer, from which its tickets descend. */
  private final Map<Peer, Root> roots = new ConcurrentHashMap<>();

  private volatile boolean served;

  /** By the ids in the cache, the full handshakes that their sessions descend from. */
  private final Map<ByteBuffer, Root> seen = new HashMap<>();

  /** Sessions in the cache, of full handshakes that nobody has reported. */
  final List<SSLSession> found = new ArrayList<>(0);

  /** Tickets that are meant for engines. */
  final Set<ByteBuffer> claimed = new HashSet<>();

  /** Full handshakes of engines that could not be attributed to one engine. */
  int full;

  /** Why the next full handshake of an engine would be one. */
  FullHandshakeCause ifFull = FullHandshakeCause.FIRST;

  /** Whether it ever had something to offer. */
  boolean proven;

  /** Where its tickets came from. */
  Object address;

  /** Leases that hold it, which may still receive tickets. */
  int leases;

  /** Leases whose handshake has not taken its ticket yet. */
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

  /** When a connection was last allowed to try the session on behalf of all. */
  private Long vouchedAt;

  /**
   * A lane without a session.
   *
   * @param witnessed whether a {@link FullHandshakeWitness} tells of a socket's full handshakes;
   *     else sessions do
   * @param peers how many peers its sessions may be of
   * @param now in the clock's nanoseconds, which say nothing without others: that clock may have
   *     been running for longer than any session lasts
   */
  TicketLane(
      SSLContext context,
      Observer observer,
      boolean witnessed,
      int peers,
      int sessionTimeoutSeconds,
      long now) {
    freedAt = now;
    obtainedAt = now;
    fullAt = now;
    this.context = context;
    this.observer = observer;
    this.witnessed = witnessed;
    traits = ProviderTraits.of(context.getProvider());
    tellsResumed = witnessed || observer == Observer.WATCH || traits.keepsSessionValues();
    sessions = context.getClientSessionContext();
    // Where nobody tells which session is that of a full handshake, a ticket takes its place.
    boolean tellsTickets = tellsResumed && observer != Observer.NONE;
    queue = traits.queuesTickets() && tellsTickets && sessions != null;
    ofOnePeer = peers == 1;
    int tickets = queue ? MOST_TICKETS : ONE_TICKET;
    cacheSize = ofOnePeer ? tickets : (int) Math.min(MOST_SESSIONS, 2L * tickets * peers);
    if (sessions != null) {
      sessions.setSessionCacheSize(cacheSize);
      sessions.setSessionTimeout(sessionTimeoutSeconds);
    }
  }

  SSLContext context() {
    return context;
  }

  /** Null if the provider has none. */
  SSLSessionContext sessions() {
    return sessions;
  }

  /** Makes an engine that its caller configures as a client's. */
  SSLEngine engine(String host, int port) {
    return context.createSSLEngine(host, port);
  }

  ProviderTraits traits() {
    return traits;
  }

  /** Whether a handshake was completed over it before. */
  boolean served() {
    return served;
  }

  /**
   * Returns the ids of what handshakes may offer. Once there are any, it removes others from the
   * cache. These were used, were replaced by a full handshake, or belong to the session of that
   * handshake. JSSE would keep every session derived from that one.
   */
  List<ByteBuffer> tickets() {
    List<ByteBuffer> tickets = new ArrayList<>();
    List<ByteBuffer> others = new ArrayList<>(0);
    Set<ByteBuffer> ids = new HashSet<>();
    SessionIds.of(sessions).forEach(id -> ids.add(ByteBuffer.wrap(id)));
    seen.keySet().retainAll(ids);
    ids.forEach(id -> (isTicket(id) ? tickets : others).add(id));
    proven |= !tickets.isEmpty();
    if (!others.isEmpty() && !tickets.isEmpty() && cacheSize > 1) {
      forget(others, tickets);
    }
    return tickets;
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
      root = (Root) session.getValue(ROOT);
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

  /**
   * Of a peer whose ticket has not come yet nothing goes: with its entry by id another peer's
   * ticket would.
   */
  private void forget(List<ByteBuffer> others, List<ByteBuffer> tickets) {
    Set<Peer> known = new HashSet<>();
    tickets.forEach(id -> known.add(peerOf(session(id))));
    List<ByteBuffer> kept = new ArrayList<>(tickets);
    others.stream().filter(id -> !known.contains(peerOf(session(id)))).forEach(kept::add);
    if (kept.size() < tickets.size() + others.size()) {
      // Those that were looked at last stay.
      kept.forEach(this::session);
      keep(kept.size());
    }
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
    return Handshake.TLS13.equals(session.getProtocol());
  }

  /** The peer of the session, as far as it tells. */
  static Peer peerOf(SSLSession session) {
    String host = session == null ? null : session.getPeerHost();
    int port = session == null ? -1 : session.getPeerPort();
    return host == null || port < 0 || port > 65535 ? Peer.of("unknown", 0) : Peer.of(host, port);
  }

  /**
   * Notes the session of a full handshake. Older ones of its peer are of no use any more.
   *
   * @param id of the session itself; null if it may be a ticket's
   */
  private Root noteRoot(SSLSession session, byte[] id) {
    Peer peer = peerOf(session);
    Root before = roots.get(peer);
    boolean unusable = id != null && isSingleUse(session);
    Root root = new Root(unusable ? ByteBuffer.wrap(id) : null, before == null);
    if (traits.keepsSessionValues()) {
      session.putValue(ROOT, root);
    }
    if (before != null && observer != Observer.NONE) {
      before.replaced = true;
    }
    if (before != null || roots.size() < MOST_PEERS) {
      roots.put(peer, root);
    }
    return root;
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

  /** Notes a full handshake of an engine, and tells why it was one. */
  FullHandshakeCause noteFull(SSLSession session, long now) {
    Root root =
        observer == Observer.WATCH
            ? noteRoot(session, session.getId())
            : (Root) session.getValue(ROOT);
    served = true;
    full++;
    renewed(now, isSingleUse(session));
    return root.first ? FullHandshakeCause.FIRST : ifFull;
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
  ByteBuffer claim() {
    for (ByteBuffer id : tickets()) {
      SSLSession session = session(id);
      if (session != null && isSingleUse(session) && claimed.add(id)) {
        return id;
      }
    }
    return null;
  }

  /**
   * Counts how many more connections may begin over it; one may if nobody else has it.
   *
   * @return whether there is a ticket for the next one
   */
  boolean count() {
    int tickets = tickets().size() - offering;
    free = Math.max(tickets, leases == 0 ? 1 : 0);
    return tickets > 0;
  }

  boolean isFrom(Object other) {
    return other.equals(address);
  }

  /** Whether it may hold several tickets. */
  boolean mayHaveSeveral() {
    return queue;
  }

  /** As {@link #noteFull}, of a socket that has reported it. */
  void noteFullOfSocket(boolean ticketsToCome, long now) {
    if (observer == Observer.SOCKET) {
      renewed(now, ticketsToCome);
    }
  }

  /**
   * Notes a full handshake, whose tickets, if it is one of TLS 1.3, are still to come. What
   * Conscrypt has left of older ones goes here, since it would offer the oldest first.
   */
  private void renewed(long now, boolean ticketsToCome) {
    obtainedAt = now;
    fullAt = now;
    if (queue && ofOnePeer && !traits.keepsRoot()) {
      if (ticketsToCome) {
        keep(0);
      } else {
        // Of several sessions that can be resumed many times, the oldest would be.
        sessions.setSessionCacheSize(1);
      }
    }
  }

  /**
   * Whether its sessions are past their time. JSSE does not offer them any more then. Conscrypt
   * counts the time of each ticket from its start.
   *
   * @param maybe whether to include those so near the end of their time that JSSE, which counts
   *     from the start of the full handshake, may not have offered them
   */
  boolean outlived(boolean maybe, long now, long timeoutNanos) {
    long before = maybe ? Math.min(MOST_BEFORE, timeoutNanos / 4) : 0;
    return served && now - fullAt > timeoutNanos - before;
  }

  /** Takes the place of a lane that was {@link #outlived}. */
  void succeed(long now) {
    fullAt = now;
    served = true;
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

  /** Whether {@link #resumed} is known, and not merely false because nothing tells. */
  boolean tellsResumed() {
    return tellsResumed;
  }

  /** Whether the handshake that the channel just completed resumed a session; asked once. */
  boolean resumed(TlsChannel channel, SSLSession session) {
    served = true;
    if (witnessed) {
      return !channel.certificateChecked;
    }
    boolean resumed = session.getValue(ROOT) != null;
    if (!resumed) {
      noteRoot(session, session.getId());
    }
    return resumed;
  }
}
