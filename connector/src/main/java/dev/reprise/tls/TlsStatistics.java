package dev.reprise.tls;

import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Counts handshakes, closes and preconnected connections per peer. Thread-safe; counting takes no
 * lock.
 *
 * <p>At most {@value #MAX_PEERS} peers are counted separately, so that memory stays bounded.
 * Further ones are counted together under the peer {@code other:0}.
 *
 * @since 0.1.0
 */
public final class TlsStatistics implements TlsListener {

  private static final int MAX_PEERS = 1000;
  private static final Peer OTHER = Peer.of("other", 0);

  private final Map<Peer, Counts> counts = new ConcurrentHashMap<>();

  @Override
  public void handshakeCompleted(HandshakeCompleted event) {
    Counts of = of(event.peer());
    Handshake handshake = event.handshake();
    of.lastHandshake = handshake;
    of.failuresBefore = of.failuresInRow.getAndSet(0);
    (handshake.resumed() ? of.resumed : of.full.get(handshake.fullCause())).increment();
  }

  @Override
  public void connectFailed(ConnectFailed event) {
    Counts of = of(event.peer());
    of.connectsFailed.increment();
    of.failed(event.cause());
  }

  @Override
  public void handshakeFailed(HandshakeFailed event) {
    Counts of = of(event.peer());
    of.failed.increment();
    if (event.afterCompletion()) {
      of.refused.increment();
      of.failuresInRow.compareAndSet(0, of.failuresBefore);
    }
    of.failed(event.cause());
  }

  @Override
  public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
    of(event.peer()).reducedClientHellosRefused.increment();
  }

  @Override
  public void closed(ConnectionClosed event) {
    Counts of = of(event.peer());
    of.closes.get(event.outcome()).increment();
    of.reuses.add(event.reuses());
  }

  @Override
  public void preconnectionOpened(PreconnectionOpened event) {
    of(event.peer()).preconnectionsOpened.increment();
  }

  @Override
  public void preconnectionEnded(PreconnectionEnded event) {
    of(event.peer()).preconnections.get(event.outcome()).increment();
  }

  /** Returns the counts of each peer so far, ordered by name. The map is a copy. */
  public Map<Peer, PeerStatistics> peers() {
    Map<Peer, PeerStatistics> peers = new TreeMap<>(Comparator.comparing(Peer::toString));
    counts.forEach((peer, of) -> peers.put(peer, sum(List.of(of))));
    return Collections.unmodifiableMap(peers);
  }

  /** Returns the counts of all peers together. */
  public PeerStatistics total() {
    return sum(counts.values());
  }

  private Counts of(Peer peer) {
    Counts known = counts.get(peer);
    if (known != null) {
      return known;
    }
    Peer key = counts.size() < MAX_PEERS ? peer : OTHER;
    return counts.computeIfAbsent(key, k -> new Counts());
  }

  private static PeerStatistics sum(Collection<Counts> all) {
    long resumed = 0;
    long failed = 0;
    long refused = 0;
    long reducedClientHellosRefused = 0;
    long connectsFailed = 0;
    long reuses = 0;
    long preconnectionsOpened = 0;
    Counts one = all.size() == 1 ? all.iterator().next() : new Counts();
    for (Counts of : all) {
      resumed += of.resumed.sum();
      failed += of.failed.sum();
      refused += of.refused.sum();
      reducedClientHellosRefused += of.reducedClientHellosRefused.sum();
      connectsFailed += of.connectsFailed.sum();
      reuses += of.reuses.sum();
      preconnectionsOpened += of.preconnectionsOpened.sum();
    }
    return new PeerStatistics(
        sums(FullHandshakeCause.class, all, of -> of.full),
        resumed,
        failed,
        refused,
        reducedClientHellosRefused,
        connectsFailed,
        reuses,
        sums(CloseOutcome.class, all, of -> of.closes),
        one.lastHandshake,
        one.lastFailure,
        one.failuresInRow.get(),
        preconnectionsOpened,
        sums(PreconnectionOutcome.class, all, of -> of.preconnections));
  }

  private static <E extends Enum<E>> Map<E, Long> sums(
      Class<E> keys, Collection<Counts> all, Function<Counts, Map<E, LongAdder>> part) {
    Map<E, Long> sums = new EnumMap<>(keys);
    for (E key : keys.getEnumConstants()) {
      sums.put(key, all.stream().mapToLong(of -> part.apply(of).get(key).sum()).sum());
    }
    return Collections.unmodifiableMap(sums);
  }

  private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> keys) {
    Map<E, LongAdder> adders = new EnumMap<>(keys);
    for (E key : keys.getEnumConstants()) {
      adders.put(key, new LongAdder());
    }
    return adders;
  }

  private static final class Counts {
    final LongAdder resumed = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder reducedClientHellosRefused = new LongAdder();
    final LongAdder connectsFailed = new LongAdder();
    final LongAdder reuses = new LongAdder();
    final Map<FullHandshakeCause, LongAdder> full = adders(FullHandshakeCause.class);
    final Map<CloseOutcome, LongAdder> closes = adders(CloseOutcome.class);
    final AtomicInteger failuresInRow = new AtomicInteger();

    /** What the last completed handshake has ended, in case that one fails afterwards. */
    volatile int failuresBefore;

    volatile Handshake lastHandshake;
    volatile PeerFailure lastFailure;

    void failed(IOException cause) {
      lastFailure = new PeerFailure(Instant.now(), cause);
      failuresInRow.incrementAndGet();
    }

    final LongAdder preconnectionsOpened = new LongAdder();
    final Map<PreconnectionOutcome, LongAdder> preconnections = adders(PreconnectionOutcome.class);
  }
}
