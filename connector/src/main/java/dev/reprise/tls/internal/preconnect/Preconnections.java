package dev.reprise.tls.internal.preconnect;

import dev.reprise.tls.Peer;
import dev.reprise.tls.Preparation;
import dev.reprise.tls.internal.channel.Connection;
import dev.reprise.tls.internal.channel.Preconnected;
import dev.reprise.tls.internal.channel.SocketSetup;
import dev.reprise.tls.internal.channel.TlsState;
import dev.reprise.tls.internal.jdk.OwnThreads;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The preconnected connections of one factory until its next reload. They are opened ahead of need,
 * with the handshake done, and each serves one connect.
 *
 * <p>Only a connect or an announced call opens them, so they end when the demand or the factory
 * does. Each has a daemon thread that opens and watches it, since only a reader learns that a Java
 * socket has ended. One thread could watch NIO channels for all, but a caller's interrupt would
 * close a channel, and channels support no SOCKS proxy.
 */
public final class Preconnections implements Preconnected.Source {

  /** The most connections in all, unless the settings allow more to a single peer. */
  private static final int MOST = 64;

  /** The most connections that are being opened for demand at a time. */
  private static final int MOST_AT_A_TIME = 8;

  /** The most peers for which calls are prepared at a time. */
  private static final int MOST_PREPARING = 32;

  /** How often a waiting connect checks whether its socket was closed. */
  private static final long GLANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  final TlsState state;

  /** Makes unconnected sockets, which no user sees. */
  final Supplier<Connection> sockets;

  private final Map<PreconnectionRoute, PeerPreconnections> peers = new ConcurrentHashMap<>();
  final Semaphore places;
  private final Semaphore making = new Semaphore(MOST_AT_A_TIME);

  /** How often all connections were given up. */
  final AtomicInteger drops = new AtomicInteger();

  /**
   * The announced calls that are being prepared, by peer. Each has its own thread, however long its
   * look-up or its server takes, so that it delays neither demand nor another peer.
   */
  final Map<Peer, Announcement> preparing = new ConcurrentHashMap<>();

  private final ThreadPoolExecutor threads;
  private volatile boolean closed;

  public Preconnections(TlsState state, Supplier<Connection> sockets) {
    this.state = state;
    this.sockets = sockets;
    this.places = new Semaphore(Math.max(MOST, state.settings.maxPreconnectionsPerPeer()));
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            OwnThreads.named("reprise-preconnect"));
  }

  @Override
  public Preconnected take(
      SocketSetup setup,
      InetSocketAddress endpoint,
      Peer peer,
      BooleanSupplier closed,
      int timeout) {
    PreconnectionRoute route = PreconnectionRoute.of(setup, endpoint, peer);
    if (route == null) {
      return null;
    }
    // A connection for an announced call is opened from any local address.
    Announcement coming = route.local == null ? preparing.get(peer) : null;
    return of(route).take(closed, timeout, coming);
  }

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

  /** Opens one for an announced call, on a thread that looks the host up first. */
  public void prepare(
      Peer peer, Callable<InetAddress[]> addresses, CompletableFuture<Preparation> result) {
    Announcement announcement = new Announcement(this, peer, addresses, result);
    if (preparing.putIfAbsent(peer, announcement) != null) {
      result.complete(Preparation.WAITING);
    } else if (closed || preparing.size() > MOST_PREPARING || !start(announcement)) {
      announcement.end(Preparation.LIMITED);
    }
  }

  /** Has a thread open the connection for demand and watch it. Returns false if it cannot. */
  boolean begin(Preconnection preconnection) {
    if (closed || !making.tryAcquire()) {
      return false;
    }
    if (places.tryAcquire()) {
      if (start(() -> run(preconnection))) {
        return true;
      }
      places.release();
    }
    making.release();
    return false;
  }

  private void run(Preconnection preconnection) {
    boolean opened;
    try {
      opened = preconnection.open();
    } finally {
      making.release();
    }
    if (opened) {
      preconnection.serve();
    }
  }

  boolean start(Runnable work) {
    try {
      threads.execute(work);
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // No thread can be started, so there is no preconnected connection.
      return false;
    }
  }

  /** Waits for a future that a connect needs, until its time is over or its socket is closed. */
  void await(Future<?> future, long since, long nanos, BooleanSupplier closed) {
    long left = nanos - (now() - since);
    while (!closed.getAsBoolean() && left > 0) {
      try {
        future.get(Math.min(GLANCE_NANOS, left), TimeUnit.NANOSECONDS);
        return;
      } catch (TimeoutException e) {
        left = nanos - (now() - since);
      } catch (InterruptedException | ExecutionException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  public int ready() {
    return peers.values().stream().mapToInt(PeerPreconnections::ready).sum();
  }

  public int ready(Peer peer) {
    return peers.values().stream()
        .filter(each -> each.route.peer.equals(peer))
        .mapToInt(PeerPreconnections::ready)
        .sum();
  }

  public void drop() {
    drops.incrementAndGet();
    // A look-up may never return, so it is not waited for.
    preparing.values().forEach(Announcement::drop);
    peers.values().forEach(PeerPreconnections::drop);
  }

  public void close() {
    closed = true;
    drop();
  }
}
