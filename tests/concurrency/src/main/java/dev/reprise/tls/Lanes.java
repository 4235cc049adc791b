package dev.reprise.tls;

import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLContext;

/** Lane structures that cost little to make, over contexts that are never connected. */
final class Lanes {

  static final Peer PEER = Peer.of("peer.example", 443);
  static final Peer OTHER_PEER = Peer.of("other.example", 443);

  /** The least that the settings allow. */
  static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final SSLContext[] CONTEXTS = {context(), context()};
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final ContextSource SOURCE = ContextSource.ofSupplier(Lanes::nextContext);

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

  /** Contexts in turn: the settings take a supplier that repeats itself for a fixed context. */
  private static SSLContext nextContext() {
    return CONTEXTS[NEXT.getAndIncrement() & 1];
  }

  static TlsSettings.Builder settings() {
    return TlsSettings.builder().sslContext(Lanes::nextContext);
  }

  /** The lanes of one peer, of which at most {@code limit} live. */
  static PeerLanes ofPeer(int limit) {
    return new PeerLanes(SOURCE, limit, 0, 0, new LongAdder(), new LongAdder());
  }
}
