package dev.reprise.tls;

import dev.reprise.tls.internal.lane.Claim;
import dev.reprise.tls.internal.lane.LaneStore;
import dev.reprise.tls.internal.lane.PeerLanes;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLContext;

/** Lane structures that cost little to make, over contexts that are never connected. */
final class Lanes {

  static final Peer PEER = Peer.of("peer.example", 443);
  static final Peer OTHER_PEER = Peer.of("other.example", 443);

  private static final SSLContext[] CONTEXTS = {context(), context()};
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final Map<Integer, TlsSettings> SETTINGS = new ConcurrentHashMap<>();

  private Lanes() {}

  private static SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Contexts in turn: the settings refuse a supplier that repeats itself. */
  private static SSLContext nextContext() {
    return CONTEXTS[NEXT.getAndIncrement() & 1];
  }

  static TlsSettings.Builder settings() {
    return TlsSettings.builder().sslContext(Lanes::nextContext);
  }

  /** Lanes of which at most {@code limit} live for each peer. */
  static LaneStore of(int limit) {
    return of(SETTINGS.computeIfAbsent(limit, most -> settings().maxLanesPerPeer(most).build()));
  }

  /** With a clock that stands. */
  static LaneStore of(TlsSettings settings) {
    return new LaneStore(
        settings,
        settings.provider().contexts,
        () -> 0,
        new LongAdder(),
        (lanes, peer) -> new PeerLanes(lanes));
  }

  static LaneCounts counts(LaneStore lanes) {
    return lanes.counts(LaneCounts::new);
  }

  /** A lane for a connection to {@link #PEER} over an unknown address. */
  static Claim claim(LaneStore lanes) {
    return lanes.claim(PEER, null, 443);
  }
}
