package dev.reprise.tls;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;

/**
 * The lanes of a {@link ResumingSslContext} for one peer, or for the sockets whose peer is not
 * known when they are handed out.
 *
 * <p>A lane with a ticket at hand is handed out first. Where there is none, the handshake will be a
 * full one in whichever lane, so that one more lane costs nothing that would not be paid anyway.
 * For peers that are not known lanes are taken in turn, and a new one costs a full handshake with
 * each: there one is added once as many handshakes were full again within some calls of each peer.
 */
final class ContextLanes {

  /** Lanes that have shown no session so far; a peer that gives none needs no more. */
  private static final int MOST_UNPROVEN = 64;

  /**
   * Lanes for peers that are not known: taken in turn, several times as many as calls at a time.
   */
  private static final int MOST_SHARED = 256;

  /** Within so many calls of each peer its handshake must be a full one again for another lane. */
  private static final int WINDOW = 16;

  /** JSSE has held a queue of ten tickets of a peer since JDK 24 (JDK-8328608), and one before. */
  private static final int TICKETS = Runtime.version().feature() >= 24 ? 10 : 1;

  /** Before there are more lanes. */
  private static final int MOST_LOOKS = 4;

  private static final int MOST_SESSIONS = 20_480;

  private final ContextState state;
  private final Peer peer;
  private final int limit;
  private final int cacheSize;
  private final List<ContextLane> lanes = new CopyOnWriteArrayList<>();

  /** The lanes for peers that are not known, the one that was taken longest ago first. */
  private final Queue<ContextLane> turns = new ConcurrentLinkedQueue<>();

  private final AtomicInteger size = new AtomicInteger();
  private final AtomicInteger fullAgain = new AtomicInteger();
  private final Set<Peer> peers = ConcurrentHashMap.newKeySet();
  private volatile long usedAt;

  /** How often a lane was taken, for its ticket or in turn. */
  private final AtomicLong taken = new AtomicLong();

  /**
   * No lanes yet.
   *
   * @param peer null for those whose peer is not known
   */
  ContextLanes(ContextState state, Peer peer, long now) {
    this.state = state;
    this.peer = peer;
    this.usedAt = now;
    TlsSettings settings = state.settings;
    int most =
        peer == null
            ? Math.min(MOST_SHARED, settings.maxLanesPerPeer())
            : settings.maxLanesPerPeer();
    limit = settings.stockSockets() ? 1 : most;
    cacheSize =
        peer != null ? TICKETS : (int) Math.min(MOST_SESSIONS, 2L * TICKETS * settings.maxPeers());
  }

  long usedAt() {
    return usedAt;
  }

  int liveLanes() {
    return size.get();
  }

  /** A lane for one engine or socket. */
  ContextLane take(long now) {
    usedAt = now;
    if (peer == null) {
      return takeInTurn(now);
    }
    for (int i = 0; i < MOST_LOOKS; i++) {
      long before = taken.get();
      for (ContextLane lane : lanes) {
        if (lane.takeIfReady(now)) {
          taken.incrementAndGet();
          return lane;
        }
      }
      if (taken.get() == before) {
        break;
      }
      // One of them may have come back behind this look, and others were taken ahead of it.
    }
    return takeWithoutTicket(now);
  }

  /**
   * The next lane: which of them has a ticket for the peer that the socket will have, nobody knows.
   */
  private ContextLane takeInTurn(long now) {
    if (reserve()) {
      return make(now);
    }
    long number = taken.incrementAndGet();
    if (number % ((long) WINDOW * costOfLane()) == 0) {
      fullAgain.set(0);
    }
    ContextLane lane = turns.poll();
    if (lane != null) {
      turns.add(lane);
    } else {
      // Each was just taken by others.
      lane = lanes.stream().findFirst().orElseGet(this::newLane);
    }
    lane.takeInTurn(now);
    return lane;
  }

  private ContextLane takeWithoutTicket(long now) {
    int unproven = 0;
    ContextLane oldest = null;
    for (ContextLane lane : lanes) {
      unproven += lane.isProven() ? 0 : 1;
      if (oldest == null || lane.takenAt() - oldest.takenAt() < 0) {
        oldest = lane;
      }
    }
    if (oldest != null && oldest.takeIfAtRest(now)) {
      return oldest;
    }
    if (unproven < MOST_UNPROVEN && reserve()) {
      return make(now);
    }
    ContextLane lane = oldest != null ? oldest : newLane();
    lane.takeShared(now);
    return lane;
  }

  private boolean reserve() {
    int count = size.get();
    while (count < limit && (count == 0 || mayAdd())) {
      if (size.compareAndSet(count, count + 1)) {
        if (peer == null) {
          fullAgain.updateAndGet(times -> Math.max(0, times - costOfLane()));
        }
        return true;
      }
      count = size.get();
    }
    return false;
  }

  private boolean mayAdd() {
    return peer != null || fullAgain.get() >= costOfLane();
  }

  /** One full handshake with each peer. */
  private int costOfLane() {
    return Math.max(1, peers.size());
  }

  private ContextLane make(long now) {
    try {
      ContextLane lane = newLane();
      lane.takeIfAtRest(now);
      lanes.add(lane);
      if (peer == null) {
        turns.add(lane);
      }
      state.lanesMade.increment();
      return lane;
    } catch (RuntimeException | Error e) {
      size.decrementAndGet();
      throw e;
    }
  }

  private ContextLane newLane() {
    return new ContextLane(this, state.settings.contexts(), cacheSize, state.sessionTimeout());
  }

  void dropIdle(long now, long idleNanos) {
    for (ContextLane lane : lanes) {
      if (now - lane.takenAt() > idleNanos && lanes.remove(lane)) {
        turns.remove(lane);
        size.decrementAndGet();
        state.lanesDropped.increment();
      }
    }
  }

  /** The peer of a session: the one of the lanes, or what the session knows. */
  Peer peerOf(SSLSession session) {
    if (peer != null) {
      return peer;
    }
    String host = session.getPeerHost();
    int port = session.getPeerPort();
    return host == null || port < 0 || port > 65535 ? Peer.of("unknown", 0) : Peer.of(host, port);
  }

  /** A full handshake; {@code again} if a ticket of this peer should have been in the lane. */
  void full(Peer of, SSLSession session, FullHandshakeCause cause, boolean again) {
    state.full.increment();
    if (peer == null) {
      if (peers.size() < state.settings.maxPeers()) {
        peers.add(of);
      }
      if (again) {
        fullAgain.incrementAndGet();
      }
    }
    state
        .settings
        .listener()
        .handshakeCompleted(
            new HandshakeCompleted(
                of, new Handshake(session.getProtocol(), session.getCipherSuite(), cause, 0)));
  }

  /** Handshakes that resumed a session like this one, as far as can be known. */
  void resumed(Peer of, SSLSession session, int times) {
    Handshake resumed = new Handshake(session.getProtocol(), session.getCipherSuite(), null, 0);
    for (int i = 0; i < times; i++) {
      state.settings.listener().handshakeCompleted(new HandshakeCompleted(of, resumed));
    }
  }

  Stream<SSLSessionContext> sessions() {
    return lanes.stream().map(ContextLane::sessions).filter(Objects::nonNull);
  }

  /** Looks at all lanes, so that listeners are told of what has been resumed. */
  void lookAtAll(long now) {
    lanes.forEach(lane -> lane.lookAt(now));
  }

  void failed(Peer of, IOException cause) {
    state.settings.listener().handshakeFailed(new HandshakeFailed(of, cause, 0));
  }

  boolean verifiesName(String host) {
    return state.verifiesName(host);
  }

  boolean verifiesNames() {
    return state.settings.hostnameVerification();
  }
}
