package dev.reprise.tls;

import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

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
 * <p>Thread-safe; each peer's lanes have a lock of their own. Memory is bounded by lanes per peer,
 * peers, and the time a lane may idle; time comes from the clock, and idle lanes are looked for in
 * passing, so no thread is needed.
 */
final class TicketLanes {

  private final TlsSettings settings;
  private final LongSupplier clock;
  private final Map<Destination, PeerLanes> peers = new ConcurrentHashMap<>();
  private final AtomicLong sweptAt;
  private final LongAdder made;
  private volatile boolean dropped;

  TicketLanes(TlsSettings settings, LongSupplier nanoClock) {
    this(settings, nanoClock, new LongAdder());
  }

  /** As the other one, counting the lanes that are made on the adder given. */
  TicketLanes(TlsSettings settings, LongSupplier nanoClock, LongAdder made) {
    this.settings = settings;
    this.clock = nanoClock;
    this.made = made;
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
    return lanes.lease(address, now);
  }

  /** The clock's time in nanoseconds. */
  long now() {
    return clock.getAsLong();
  }

  LaneCounts counts() {
    long before = made.sum();
    int live = sum(PeerLanes::liveLanes);
    return new LaneCounts(peers.size(), live, sum(PeerLanes::freeLanes), before);
  }

  /** Lanes over which a connection may begin now, be they leased by others too. */
  int ready() {
    return sum(PeerLanes::readyLanes);
  }

  private int sum(ToIntFunction<PeerLanes> count) {
    return peers.values().stream()
        .mapToInt(lanes -> lanes.locked(() -> count.applyAsInt(lanes)))
        .sum();
  }

  /** Drops the lanes; those that are leased do not come back. */
  void dropAll() {
    dropped = true;
    peers.values().forEach(lanes -> lanes.locked(lanes::dropAll));
  }

  private PeerLanes add(Destination destination, long now) {
    PeerLanes added =
        peers.computeIfAbsent(destination, d -> new PeerLanes(settings, clock, made));
    if (dropped) {
      added.locked(added::dropAll);
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
      gone.locked(gone::dropAll);
    }
    return oldest != null;
  }

  /** Once in half an idle time, drops what is idle at peers that are no longer called. */
  private void sweep(long now) {
    long last = sweptAt.get();
    if (now - last > settings.laneIdleNanos() / 2 && sweptAt.compareAndSet(last, now)) {
      peers.values().forEach(lanes -> lanes.locked(() -> lanes.dropIdle(now)));
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
