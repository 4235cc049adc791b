package dev.reprise.tls;

import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;

/**
 * One SSLContext that a {@link ResumingSslContext} hands engines and sockets out of. Nobody tells
 * it what becomes of them; whether its TLS 1.3 ticket has been used, and a new one has come, is
 * seen by the ids in its session cache, where each ticket has one.
 */
final class ContextLane {

  /** After this an engine that has used no ticket is taken for one that never will. */
  private static final long CLAIM_NANOS = 30_000_000_000L;

  /** A lane's peers that are told apart; past it, each full handshake counts as one more peer. */
  private static final int MOST_PEERS = 1000;

  private static final int MOST_AWAITED = 100;

  /** Session values pass on to every session derived from the one they were put into. */
  private static final String COUNTED = "dev.reprise.tls.counted";

  private final ContextLanes group;
  private final SSLContext context;
  private final SSLSessionContext sessions;
  private final boolean watched;
  private final boolean marks;
  private final int cacheSize;

  /** Tickets that are meant for engines handed out, and not used yet. */
  private final Set<ByteBuffer> claimed = new HashSet<>();

  /** Sessions in the cache that nothing can be resumed with. */
  private final Set<ByteBuffer> dead = new HashSet<>();

  /** The sessions of full handshakes that are not yet in the cache. */
  private final Set<ByteBuffer> awaited = new HashSet<>();

  private final Set<Peer> peers = new HashSet<>();

  /** Engines handed out with a session at hand, of which nothing more has been seen. */
  private int offering;

  /** Handed out so often without a look; and how often it may be. */
  private int unseen;

  private int mostUnseen;
  private boolean taken;
  private boolean proven;
  private FullHandshakeCause ifFull = FullHandshakeCause.FIRST;
  private volatile long takenAt;

  ContextLane(ContextLanes group, ContextSource contexts, int cacheSize, int sessionTimeout) {
    this.group = group;
    this.cacheSize = cacheSize;
    watched = contexts.watchable();
    context = contexts.nextWatched(new Watch());
    marks = ProviderTraits.of(context.getProvider()).keepsSessionValues();
    sessions = context.getClientSessionContext();
    if (sessions != null) {
      sessions.setSessionCacheSize(cacheSize);
      sessions.setSessionTimeout(sessionTimeout);
    }
  }

  SSLContext context() {
    return context;
  }

  /** Null if the provider has none. */
  SSLSessionContext sessions() {
    return sessions;
  }

  /** When it was handed out last. */
  long takenAt() {
    return takenAt;
  }

  /** Whether a session was ever in it. */
  synchronized boolean isProven() {
    return proven;
  }

  /** Takes the lane if an engine of it would resume a session. */
  boolean takeIfReady(long now) {
    Seen seen = new Seen();
    boolean ready = takeIfReady(now, seen);
    tell(seen);
    return ready;
  }

  private synchronized boolean takeIfReady(long now, Seen seen) {
    List<ByteBuffer> ready = look(now, seen);
    if (ready.isEmpty()) {
      return false;
    }
    ifFull = FullHandshakeCause.NOT_ACCEPTED;
    taken = true;
    takenAt = now;
    offering++;
    claim(ready);
    return true;
  }

  private void claim(List<ByteBuffer> ready) {
    for (ByteBuffer id : ready) {
      SSLSession session = session(id);
      if (session != null && isSingleUse(session)) {
        claimed.add(id);
        return;
      }
    }
  }

  /**
   * Takes the lane for a peer that is not known. A look takes time with the sessions there are, so
   * that it is taken as often as there are sessions before the next one.
   */
  void takeInTurn(long now) {
    Seen seen = new Seen();
    synchronized (this) {
      if (unseen >= mostUnseen) {
        look(now, seen);
      }
      unseen++;
      offering += proven ? 1 : 0;
      take(now, FullHandshakeCause.UNKNOWN);
    }
    tell(seen);
  }

  /** Looks at what has become of the engines handed out, and tells it. */
  void lookAt(long now) {
    Seen seen = new Seen();
    synchronized (this) {
      look(now, seen);
    }
    tell(seen);
  }

  /** What a look at the lane has found, to be told when its lock is free. */
  private static final class Seen {
    final List<SSLSession> uncounted = new ArrayList<>(0);
    SSLSession newest;
    int resumed;
  }

  private void tell(Seen seen) {
    seen.uncounted.forEach(this::noteFull);
    if (seen.resumed > 0 && seen.newest != null) {
      group.resumed(group.peerOf(seen.newest), seen.newest, seen.resumed);
    }
  }

  /** Takes the lane if what was handed out of it was so long ago that it cannot matter. */
  synchronized boolean takeIfAtRest(long now) {
    if (taken && now - takenAt <= CLAIM_NANOS) {
      return false;
    }
    take(now, FullHandshakeCause.NO_SESSION);
    return true;
  }

  /** Takes the lane, whoever else has it. */
  synchronized void takeShared(long now) {
    take(now, FullHandshakeCause.NO_LANE);
  }

  private void take(long now, FullHandshakeCause cause) {
    ifFull = proven ? cause : taken ? FullHandshakeCause.NO_SESSION : FullHandshakeCause.FIRST;
    taken = true;
    takenAt = now;
  }

  /** The sessions at hand that are not yet meant for anybody. */
  private List<ByteBuffer> look(long now, Seen seen) {
    if (sessions == null) {
      return List.of();
    }
    if (now - takenAt > CLAIM_NANOS) {
      offering = Math.max(0, offering - claimed.size());
      claimed.clear();
    }
    Set<ByteBuffer> ids = new LinkedHashSet<>(ids());
    unseen = 0;
    mostUnseen = ids.size();
    claimed.retainAll(ids);
    dead.retainAll(ids);
    moveTo(dead, ids);
    List<ByteBuffer> ready = new ArrayList<>(ids);
    ready.removeAll(dead);
    ready.removeIf(id -> !isValid(id, seen));
    if (!ready.isEmpty()) {
      proven = true;
      if (!dead.isEmpty() && marks) {
        buryTheDead(ready);
      }
    }
    ready.removeAll(claimed);
    if (!ready.isEmpty() && offering > claimed.size()) {
      // Their tickets are gone, and a new one has come without a full handshake.
      seen.resumed = offering - claimed.size();
      seen.newest = session(ready.get(0));
      offering = claimed.size();
    }
    return ready;
  }

  /** The sessions of full handshakes come into the cache when these are done. */
  private void moveTo(Set<ByteBuffer> known, Set<ByteBuffer> ids) {
    for (ByteBuffer id : ids) {
      if (awaited.remove(id)) {
        known.add(id);
      }
    }
  }

  /** Whether it is not past its time; a session that is new here is counted where no watch is. */
  private boolean isValid(ByteBuffer id, Seen seen) {
    SSLSession session = session(id);
    if (session == null) {
      return false;
    }
    if (!watched && marks && session.getValue(COUNTED) == null) {
      session.putValue(COUNTED, true);
      seen.uncounted.add(session);
    }
    return true;
  }

  /**
   * JSSE keeps the session of a full handshake as long as it is in the cache, and with it every
   * session derived from it, as its children. The least recently used go first when a cache
   * shrinks. Of a peer whose ticket has not come yet nothing goes: with its entry by id another
   * peer's ticket would.
   */
  private void buryTheDead(List<ByteBuffer> living) {
    Set<Peer> known = new HashSet<>();
    living.forEach(id -> known.add(peerOf(id)));
    List<ByteBuffer> kept = new ArrayList<>(living);
    dead.stream().filter(id -> !known.contains(peerOf(id))).forEach(kept::add);
    if (dead.retainAll(new HashSet<>(kept))) {
      kept.forEach(this::session);
      sessions.setSessionCacheSize(kept.size());
      sessions.setSessionCacheSize(cacheSize);
    }
  }

  private Peer peerOf(ByteBuffer id) {
    SSLSession session = session(id);
    return session == null ? null : group.peerOf(session);
  }

  private List<ByteBuffer> ids() {
    List<ByteBuffer> ids = new ArrayList<>();
    for (byte[] id : SessionIds.of(sessions)) {
      ids.add(ByteBuffer.wrap(id));
    }
    return ids;
  }

  private SSLSession session(ByteBuffer id) {
    return sessions.getSession(id.array());
  }

  private static boolean isSingleUse(SSLSession session) {
    return Handshake.TLS13.equals(session.getProtocol());
  }

  /** The handshake of a session was a full one; called outside of the lane's lock. */
  private void noteFull(SSLSession session) {
    Peer peer = group.peerOf(session);
    FullHandshakeCause cause = causeOfFull(peer);
    boolean again = cause != FullHandshakeCause.FIRST;
    group.full(peer, session, cause, again && isSingleUse(session));
  }

  private synchronized FullHandshakeCause causeOfFull(Peer peer) {
    boolean first = peers.size() < MOST_PEERS ? peers.add(peer) : !peers.contains(peer);
    offering = Math.max(0, offering - 1);
    return first ? FullHandshakeCause.FIRST : ifFull;
  }

  /** The tickets of before are of no use once this handshake is done, nor is its own session. */
  private synchronized void replaceSessions(SSLSession made) {
    if (isSingleUse(made) && sessions != null) {
      Peer peer = group.peerOf(made);
      for (ByteBuffer id : ids()) {
        SSLSession old = session(id);
        if (old != null && group.peerOf(old).equals(peer)) {
          dead.add(id);
        }
      }
      if (awaited.size() >= MOST_AWAITED) {
        // Handshakes that failed after this.
        awaited.clear();
      }
      awaited.add(ByteBuffer.wrap(made.getId()));
    }
  }

  private final class Watch extends HandshakeWatch {

    @Override
    void accepted(SSLSession session) {
      replaceSessions(session);
      noteFull(session);
    }

    @Override
    void refused(SSLSession session, CertificateException why) {
      SSLException failure = new SSLHandshakeException(why.getMessage());
      failure.initCause(why);
      group.failed(group.peerOf(session), failure);
    }

    @Override
    boolean verifiesNames() {
      return group.verifiesNames();
    }

    @Override
    void verifyName(String host, X509Certificate certificate) throws CertificateException {
      if (group.verifiesName(host)) {
        try {
          HostnameCheck.verify(host, certificate);
        } catch (SSLException e) {
          throw new CertificateException(e.getMessage(), e);
        }
      }
    }
  }
}
