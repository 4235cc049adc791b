package dev.reprise.tls.internal.lane;

import dev.reprise.tls.Peer;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.internal.provider.ContextSource;
import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSessionContext;

/**
 * The lanes of one factory, by peer.
 *
 * <p>A TLS 1.3 ticket serves once (RFC 8446 appendix C.4), and connections over one context take
 * each other's. So each connection claims a lane, a context of its own, for as long as it may still
 * use or receive a ticket. A session of TLS 1.2 serves many connections, which share a lane.
 *
 * <p>Thread-safe, by a lock here that finds a peer and one for each peer's lanes. Memory is bounded
 * by lanes per peer, peers, and the time a lane may idle; idle lanes are looked for in passing, so
 * no thread is needed.
 */
public final class LaneStore {

  final TlsSettings settings;
  final ContextSource contexts;
  private final LongSupplier clock;
  final LongAdder made;

  /** Of the engines that the lanes are for; null if they are for sockets. */
  private final EngineLanes.Owner owner;

  /**
   * By peer and the port of the TCP connection, which is another one in a tunnel; the ones used
   * least recently first.
   */
  private final Map<List<Object>, PeerLanes> peers = new LinkedHashMap<>(16, 0.75f, true);

  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicLong sweptAt;
  private volatile int sessionTimeoutSeconds;
  private volatile boolean dropped;

  public LaneStore(
      TlsSettings settings,
      ContextSource contexts,
      LongSupplier nanoClock,
      LongAdder made,
      EngineLanes.Owner owner) {
    this.settings = settings;
    this.contexts = contexts;
    this.clock = nanoClock;
    this.made = made;
    this.owner = owner;
    this.sweptAt = new AtomicLong(nanoClock.getAsLong());
    this.sessionTimeoutSeconds = (int) settings.sessionTimeout().toSeconds();
  }

  public int sessionTimeoutSeconds() {
    return sessionTimeoutSeconds;
  }

  public void sessionTimeoutSeconds(int seconds) {
    sessionTimeoutSeconds = seconds;
  }

  /** Bounds the sessions of a context for all peers, such as that of the provider's own sockets. */
  public SSLContext withoutLanes(SSLContext context) {
    SSLSessionContext sessions = context.getClientSessionContext();
    if (sessions != null) {
      sessions.setSessionCacheSize(TicketCache.MOST_TICKETS * settings.maxPeers());
      sessions.setSessionTimeout(sessionTimeoutSeconds);
    }
    return context;
  }

  /**
   * A lane for a connection. The address is null if it is not known; the port is that of TCP, in a
   * tunnel the proxy's, since JSSE finds a session by it.
   */
  public Claim claim(Peer peer, InetAddress address, int tcpPort) {
    long now = clock.getAsLong();
    sweep(now);
    return lanes(peer, tcpPort).claim(address, now);
  }

  private PeerLanes lanes(Peer peer, int tcpPort) {
    PeerLanes forgotten = null;
    PeerLanes lanes;
    lock.lock();
    try {
      lanes =
          peers.computeIfAbsent(
              List.of(peer, tcpPort),
              way -> owner == null ? new PeerLanes(this) : new EngineLanes(this, owner, peer));
      if (peers.size() > settings.maxPeers()) {
        Iterator<PeerLanes> all = peers.values().iterator();
        forgotten = all.next();
        all.remove();
      }
    } finally {
      lock.unlock();
    }
    if (forgotten != null) {
      forgotten.locked(forgotten::dropAll);
    }
    if (dropped) {
      lanes.locked(lanes::dropAll);
    }
    return lanes;
  }

  public long now() {
    return clock.getAsLong();
  }

  public interface Counts<T> {
    T of(int peers, int live, int free, long made);
  }

  public <T> T counts(Counts<T> maker) {
    long before = made.sum();
    List<PeerLanes> all = all();
    int live = sum(all, lanes -> lanes.live.size());
    return maker.of(all.size(), live, sum(all, PeerLanes::freeLanes), before);
  }

  /** Lanes over which a connection may begin now, claimed or not. */
  public int ready() {
    return sum(all(), PeerLanes::readyLanes);
  }

  private static int sum(List<PeerLanes> all, ToIntFunction<PeerLanes> count) {
    return all.stream().mapToInt(lanes -> lanes.locked(() -> count.applyAsInt(lanes))).sum();
  }

  public List<PeerLanes> all() {
    lock.lock();
    try {
      return List.copyOf(peers.values());
    } finally {
      lock.unlock();
    }
  }

  public void dropAll() {
    dropped = true;
    all().forEach(lanes -> lanes.locked(lanes::dropAll));
  }

  /** Once in half an idle time, drops what is idle at peers that are no longer called. */
  private void sweep(long now) {
    long last = sweptAt.get();
    if (now - last > settings.laneIdleTimeout().toNanos() / 2 && sweptAt.compareAndSet(last, now)) {
      all().forEach(lanes -> lanes.locked(() -> lanes.dropIdle(now)));
    }
  }
}
