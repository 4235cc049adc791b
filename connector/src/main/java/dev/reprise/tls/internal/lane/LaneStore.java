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
 * The lanes of one factory or context, by peer.
 *
 * <p>A TLS 1.3 ticket serves once (RFC 8446 appendix C.4), and connections over one SSLContext take
 * each other's tickets. So each connection claims a lane, an SSLContext of its own, as long as it
 * may still use or receive a ticket. A TLS 1.2 session serves many connections, which share a lane.
 *
 * <p>Thread-safe: one lock guards the peers, and each peer's lanes have their own. Limits on lanes
 * per peer, on peers and on idle time bound memory. Claims drop idle lanes in passing, so no thread
 * is needed.
 */
public final class LaneStore {

  final TlsSettings settings;
  final ContextSource contexts;
  private final LongSupplier clock;
  final LongAdder made;

  /** The owner of the engines that use the lanes; null if sockets use them. */
  private final EngineLanes.Owner owner;

  /** By peer and TCP port, which in a tunnel is the proxy's; the least recently used are first. */
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

  /** Bounds the session cache of a context that serves all peers. Returns the same context. */
  public SSLContext withoutLanes(SSLContext context) {
    SSLSessionContext sessions = context.getClientSessionContext();
    if (sessions != null) {
      sessions.setSessionCacheSize(TicketCache.MOST_TICKETS * settings.maxPeers());
      sessions.setSessionTimeout(sessionTimeoutSeconds);
    }
    return context;
  }

  /**
   * Claims a lane for a connection. The address is null if unknown. The TCP port is the proxy's in
   * a tunnel, so tunnels have lanes of their own.
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

  /** Returns how many lanes a connection may begin over now, claimed or not. */
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

  /** Drops idle lanes, also of peers no longer called, at most once in half an idle timeout. */
  private void sweep(long now) {
    long last = sweptAt.get();
    if (now - last > settings.laneIdleTimeout().toNanos() / 2 && sweptAt.compareAndSet(last, now)) {
      all().forEach(lanes -> lanes.locked(() -> lanes.dropIdle(now)));
    }
  }
}
