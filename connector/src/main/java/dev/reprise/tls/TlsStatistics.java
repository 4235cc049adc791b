package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts handshakes and closes per peer. Thread-safe; counting takes no lock.
 *
 * <p>At most {@value #MAX_PEERS} peers are told apart; what comes after them is counted under the
 * peer {@code other:0}, so that memory stays bounded.
 */
public final class TlsStatistics implements TlsListener {

  private static final int MAX_PEERS = 1000;
  private static final Peer OTHER = Peer.of("other", 0);

  private final Map<Peer, Counts> counts = new ConcurrentHashMap<>();

  @Override
  public void handshakeCompleted(Peer peer, Handshake handshake) {
    Counts of = of(peer);
    (handshake.resumed() ? of.resumed : of.full).increment();
  }

  @Override
  public void handshakeFailed(Peer peer, IOException cause, Duration duration) {
    of(peer).failed.increment();
  }

  @Override
  public void closed(Peer peer, CloseOutcome outcome, Duration duration) {
    of(peer).closes.get(outcome).increment();
  }

  /** The counts of each peer met so far, ordered by name: a copy, not null. */
  public Map<Peer, PeerStatistics> peers() {
    Map<Peer, PeerStatistics> peers = new TreeMap<>(Comparator.comparing(Peer::toString));
    counts.forEach((peer, of) -> peers.put(peer, sum(List.of(of))));
    return Collections.unmodifiableMap(peers);
  }

  /** The counts of all peers together. */
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
    long full = 0;
    long resumed = 0;
    long failed = 0;
    EnumMap<CloseOutcome, Long> closes = new EnumMap<>(CloseOutcome.class);
    for (CloseOutcome outcome : CloseOutcome.values()) {
      closes.put(outcome, 0L);
    }
    for (Counts of : all) {
      full += of.full.sum();
      resumed += of.resumed.sum();
      failed += of.failed.sum();
      for (CloseOutcome outcome : CloseOutcome.values()) {
        closes.merge(outcome, of.closes.get(outcome).sum(), Long::sum);
      }
    }
    return new PeerStatistics(full, resumed, failed, closes);
  }

  private static final class Counts {
    final LongAdder full = new LongAdder();
    final LongAdder resumed = new LongAdder();
    final LongAdder failed = new LongAdder();
    final Map<CloseOutcome, LongAdder> closes = new EnumMap<>(CloseOutcome.class);

    Counts() {
      for (CloseOutcome outcome : CloseOutcome.values()) {
        closes.put(outcome, new LongAdder());
      }
    }
  }
}
