package dev.reprise.tls;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts handshakes, closes and preconnected connections per peer. Thread-safe; counting takes no
 * lock.
 *
 * <p>At most {@value #MAX_PEERS} peers are counted separately, so that memory stays bounded.
 * Further ones are counted together under the peer {@code other:0}.
 */
public final class TlsStatistics implements TlsListener {

  /** What is counted in addition to causes and outcomes. */
  enum Count {
    RESUMED,
    FAILED,
    REFUSED,
    REDUCED_CLIENT_HELLO_REFUSED,
    CONNECT_FAILED,
    REUSE,
    PRECONNECTION_OPENED
  }

  private static final int MAX_PEERS = 1000;
  private static final Peer OTHER = Peer.of("other", 0);
  private static final List<Enum<?>> KEYS =
      Stream.of(
              Count.values(),
              FullHandshakeCause.values(),
              CloseOutcome.values(),
              PreconnectionOutcome.values())
          .flatMap(Stream::<Enum<?>>of)
          .collect(Collectors.toUnmodifiableList());

  private final Map<Peer, Counts> counts = new ConcurrentHashMap<>();
  private final boolean keepsFailures;

  /** Makes statistics that keep the last failure of each peer. */
  public TlsStatistics() {
    this(true);
  }

  /**
   * Makes statistics.
   *
   * @param keepsFailures whether the last failure of each peer is kept. Its stack trace also keeps
   *     the class loaders of its caller in memory, such as that of a web application
   */
  public TlsStatistics(boolean keepsFailures) {
    this.keepsFailures = keepsFailures;
  }

  @Override
  public void handshakeCompleted(Handshake event) {
    Counts of = of(event.peer());
    of.lastHandshake = event;
    of.add(event.resumed() ? Count.RESUMED : event.fullCause(), 1);
  }

  @Override
  public void connectFailed(ConnectFailed event) {
    failed(Count.CONNECT_FAILED, event);
  }

  @Override
  public void handshakeFailed(HandshakeFailed event) {
    if (event.afterCompletion()) {
      of(event.peer()).add(Count.REFUSED, 1);
    }
    failed(Count.FAILED, event);
  }

  private void failed(Count key, TlsFailure event) {
    Counts of = of(event.peer());
    of.add(key, 1);
    if (keepsFailures) {
      of.lastFailure = event;
    }
  }

  @Override
  public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
    of(event.peer()).add(Count.REDUCED_CLIENT_HELLO_REFUSED, 1);
  }

  @Override
  public void closed(ConnectionClosed event) {
    Counts of = of(event.peer());
    of.add(event.outcome(), 1);
    of.add(Count.REUSE, event.reuses());
  }

  @Override
  public void preconnectionOpened(PreconnectionOpened event) {
    of(event.peer()).add(Count.PRECONNECTION_OPENED, 1);
  }

  @Override
  public void preconnectionEnded(PreconnectionEnded event) {
    Counts of = of(event.peer());
    of.add(event.outcome(), 1);
    if (keepsFailures && event.outcome() == PreconnectionOutcome.FAILED) {
      event
          .cause()
          .ifPresent(e -> of.lastFailure = new ConnectFailed(event.peer(), e, event.nanos));
    }
  }

  /** Returns the counts of each peer so far, ordered by name. The map is a copy. */
  public Map<Peer, PeerStatistics> peers() {
    Map<Peer, PeerStatistics> peers = new TreeMap<>(Comparator.comparing(Peer::toString));
    counts.forEach((peer, of) -> peers.put(peer, sum(List.of(of), of)));
    return Collections.unmodifiableMap(peers);
  }

  /** Returns the counts of all peers together. */
  public PeerStatistics total() {
    return sum(counts.values(), new Counts());
  }

  private Counts of(Peer peer) {
    Counts known = counts.get(peer);
    if (known != null) {
      return known;
    }
    Peer key = counts.size() < MAX_PEERS ? peer : OTHER;
    return counts.computeIfAbsent(key, k -> new Counts());
  }

  private static PeerStatistics sum(Collection<Counts> all, Counts last) {
    Map<Enum<?>, Long> sums = new HashMap<>();
    for (Enum<?> key : KEYS) {
      sums.put(key, all.stream().mapToLong(of -> of.adders.get(key).sum()).sum());
    }
    return new PeerStatistics(sums, last.lastHandshake, last.lastFailure);
  }

  private static final class Counts {

    /** One for each key, so that the map itself never changes. */
    final Map<Enum<?>, LongAdder> adders = new HashMap<>();

    volatile Handshake lastHandshake;
    volatile TlsFailure lastFailure;

    Counts() {
      KEYS.forEach(key -> adders.put(key, new LongAdder()));
    }

    void add(Enum<?> key, long count) {
      adders.get(key).add(count);
    }
  }
}
