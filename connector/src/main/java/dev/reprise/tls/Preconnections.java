package dev.reprise.tls;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The preconnected connections of one factory until its next reload: opened and handshaked ahead of
 * need, for one request each.
 *
 * <p>Only a connect or an announced call opens them, so they end when the demand or the factory
 * does. Each has a daemon thread that opened it and watches it, since only a reader learns that a
 * Java socket has ended. One thread could watch a channel for all, but an interrupt of a caller
 * would close that, and it knows no SOCKS proxy.
 */
final class Preconnections {

  /** How many there may be in all, unless one peer may have more. */
  private static final int MOST = 64;

  private static final int MOST_AT_A_TIME = 8;

  final TlsState state;
  private final int most;
  private final Map<PreconnectionRoute, PeerPreconnections> peers = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger making = new AtomicInteger();
  private final AtomicInteger drops = new AtomicInteger();

  /** Whose look-up has not ended: one that hangs keeps one thread, however often it is wanted. */
  private final Set<Peer> lookedUp = ConcurrentHashMap.newKeySet();

  private final ThreadPoolExecutor threads;
  private volatile boolean closed;

  Preconnections(TlsState state) {
    this.state = state;
    this.most = Math.max(MOST, state.settings.maxPreconnectionsPerPeer());
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            OwnThreads.named("reprise-preconnect"));
  }

  /** The preconnected connections of a route, which may be none. */
  PeerPreconnections of(PreconnectionRoute route) {
    PeerPreconnections known = peers.get(route);
    if (known != null) {
      return known;
    }
    long now = now();
    if (peers.size() >= state.settings.maxPeers()) {
      peers.values().removeIf(peer -> peer.isForgettable(now));
    }
    return peers.size() >= state.settings.maxPeers()
        ? new PeerPreconnections(this, route, now, 0)
        : peers.computeIfAbsent(
            route,
            r -> new PeerPreconnections(this, r, now, state.settings.maxPreconnectionsPerPeer()));
  }

  long now() {
    return state.lanes.now();
  }

  /** Opens one for a call that is about to come; looks the host up on a thread of its own. */
  void prepare(Peer peer, CompletableFuture<Preparation> result) {
    int before = drops.get();
    if (!lookedUp.add(peer)) {
      result.complete(Preparation.WAITING);
    } else if (!begin(() -> open(peer, before, result))) {
      lookedUp.remove(peer);
      result.complete(Preparation.LIMITED);
    }
  }

  private void open(Peer peer, int before, CompletableFuture<Preparation> result) {
    Preconnection preconnection = null;
    try {
      InetSocketAddress endpoint = lookUp(peer);
      if (drops.get() == before) {
        preconnection = announced(endpoint, peer, result);
      }
    } finally {
      if (preconnection == null) {
        made();
        left();
        result.complete(Preparation.FAILED);
      }
    }
    if (preconnection != null) {
      preconnection.run();
    }
  }

  private InetSocketAddress lookUp(Peer peer) {
    try {
      return new InetSocketAddress(peer.host(), peer.port());
    } finally {
      lookedUp.remove(peer);
    }
  }

  private Preconnection announced(
      InetSocketAddress endpoint, Peer peer, CompletableFuture<Preparation> result) {
    if (endpoint.isUnresolved()) {
      return null;
    }
    PreconnectionRoute route = PreconnectionRoute.of(endpoint, peer.host(), null);
    if (route == null) {
      result.complete(Preparation.OFF);
      return null;
    }
    return of(route).prepare(result);
  }

  boolean begin(Runnable preconnection) {
    if (closed) {
      return false;
    }
    if (making.incrementAndGet() > MOST_AT_A_TIME) {
      making.decrementAndGet();
      return false;
    }
    if (open.incrementAndGet() <= most) {
      try {
        threads.execute(preconnection);
        return true;
      } catch (RejectedExecutionException | OutOfMemoryError e) {
        // No thread can be had: there is no preconnected connection then.
      }
    }
    open.decrementAndGet();
    making.decrementAndGet();
    return false;
  }

  void made() {
    making.decrementAndGet();
  }

  void left() {
    open.decrementAndGet();
  }

  boolean isClosed() {
    return closed;
  }

  int ready() {
    return peers.values().stream().mapToInt(PeerPreconnections::ready).sum();
  }

  /** How many of these are for this peer, by whatever route. */
  int ready(Peer peer) {
    return peers.values().stream()
        .filter(each -> each.route.peer.equals(peer))
        .mapToInt(PeerPreconnections::ready)
        .sum();
  }

  void drop() {
    drops.incrementAndGet();
    peers.values().forEach(PeerPreconnections::drop);
  }

  /** Ends all, for good. */
  void close() {
    closed = true;
    drop();
  }
}
