package dev.reprise.tls;

import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The lanes of one factory, by peer.
 *
 * <p>JSSE keeps one TLS 1.3 ticket per peer and context (before JDK 24), and a ticket serves once
 * (RFC 8446 appendix C.4). Concurrent connections over one context take each other's ticket, and
 * half of the handshakes are full ones. So each connection leases a lane, a context of its own, for
 * as long as it may still use or receive a ticket, and each lane hands its ticket from one
 * connection to the next. A session of TLS 1.2 serves many connections at a time, so those of a
 * peer known for it share a lane.
 *
 * <p>Safe without locks: a lane is in its address's stack once for each ticket, or in leases.
 * Memory is bounded by lanes per peer, peers, and the time a lane may idle; time comes from the
 * clock, and idle lanes are looked for in passing, so no thread is needed.
 */
final class TicketLanes {

  private final TlsSettings settings;
  private final LongSupplier clock;
  private final Map<Destination, PeerLanes> peers = new ConcurrentHashMap<>();
  private final AtomicLong sweptAt;
  private final LongAdder made;
  private final LongAdder lanesDropped;
  private volatile boolean dropped;

  TicketLanes(TlsSettings settings, LongSupplier nanoClock) {
    this(settings, nanoClock, new LongAdder(), new LongAdder());
  }

  /** As the other one, counting the lanes that are made and dropped on the adders given. */
  TicketLanes(
      TlsSettings settings, LongSupplier nanoClock, LongAdder made, LongAdder lanesDropped) {
    this.settings = settings;
    this.clock = nanoClock;
    this.made = made;
    this.lanesDropped = lanesDropped;
    this.sweptAt = new AtomicLong(nanoClock.getAsLong());
  }

  /**
   * A lane for a connection.
   *
   * @param address the address that the connection has; null if it is not known
   * @param tcpPort the port that the TCP socket is connected to: in a tunnel that of the proxy.
   *     JSSE finds a session by it
   */
  LaneLease lease(Peer peer, InetAddress address, int tcpPort) {
    long now = clock.getAsLong();
    sweep(now);
    Destination destination = new Destination(peer, tcpPort);
    PeerLanes lanes = peers.get(destination);
    if (lanes == null) {
      lanes = add(destination, now);
    }
    return lanes.lease(this, address, now);
  }

  /** The clock's time in nanoseconds. */
  long now() {
    return clock.getAsLong();
  }

  long idleNanos() {
    return settings.laneIdleNanos();
  }

  LaneCounts counts() {
    int live = 0;
    int free = 0;
    for (PeerLanes lanes : peers.values()) {
      live += lanes.liveLanes();
      free += lanes.freeLanes();
    }
    return new LaneCounts(peers.size(), live, free, made.sum(), lanesDropped.sum());
  }

  /** Lanes over which a connection may begin now, be they leased by others too. */
  int ready() {
    return peers.values().stream().mapToInt(PeerLanes::readyLanes).sum();
  }

  /** Drops the free lanes now and the leased ones when they come back. */
  void dropAll() {
    dropped = true;
    peers.values().forEach(PeerLanes::dropAll);
  }

  private PeerLanes add(Destination destination, long now) {
    PeerLanes added =
        peers.computeIfAbsent(destination, d -> new PeerLanes(settings, now, made, lanesDropped));
    if (dropped) {
      added.dropAll();
    }
    while (peers.size() > settings.maxPeers() && dropLeastRecentlyUsed(destination, now)) {}
    return added;
  }

  private boolean dropLeastRecentlyUsed(Destination spared, long now) {
    Destination oldest = null;
    long idlest = -1;
    for (Map.Entry<Destination, PeerLanes> entry : peers.entrySet()) {
      long idle = Math.max(0, now - entry.getValue().usedAt());
      if (idle > idlest && !entry.getKey().equals(spared)) {
        oldest = entry.getKey();
        idlest = idle;
      }
    }
    PeerLanes gone = oldest == null ? null : peers.remove(oldest);
    if (gone != null) {
      gone.dropAll();
    }
    return oldest != null;
  }

  /** Once in half an idle time, drops what is idle at peers that are no longer called. */
  private void sweep(long now) {
    long last = sweptAt.get();
    if (now - last > settings.laneIdleNanos() / 2 && sweptAt.compareAndSet(last, now)) {
      peers.values().forEach(lanes -> lanes.dropIdle(now, settings.laneIdleNanos()));
    }
  }

  /** A peer by one way to it. */
  private static final class Destination {

    private final Peer peer;
    private final int tcpPort;

    Destination(Peer peer, int tcpPort) {
      this.peer = peer;
      this.tcpPort = tcpPort;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Destination
          && tcpPort == ((Destination) other).tcpPort
          && peer.equals(((Destination) other).peer);
    }

    @Override
    public int hashCode() {
      return 31 * peer.hashCode() + tcpPort;
    }
  }
}
