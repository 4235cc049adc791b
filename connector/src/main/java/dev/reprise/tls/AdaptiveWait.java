package dev.reprise.tls;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long closes of one peer wait for it to close first. Each miss in a row halves the wait, down
 * to one millisecond; each time the peer makes it, the wait doubles again, up to what was set.
 */
final class AdaptiveWait {

  private static final long LEAST_NANOS = 1_000_000;

  private final long mostNanos;
  private final int mostMisses;
  private final AtomicInteger misses = new AtomicInteger();

  AdaptiveWait(long mostNanos) {
    this.mostNanos = mostNanos;
    int halvings = 0;
    while (mostNanos >> (halvings + 1) >= LEAST_NANOS) {
      halvings++;
    }
    // One halving more, so that a known peer costs the least wait and not almost twice as much.
    this.mostMisses = halvings + 1;
  }

  /** The wait in nanoseconds; 0 if none was set. */
  long nanos() {
    return Math.min(mostNanos, Math.max(LEAST_NANOS, mostNanos >> misses.get()));
  }

  void kept() {
    if (misses.get() > 0) {
      misses.updateAndGet(count -> Math.max(0, count - 1));
    }
  }

  void missed() {
    misses.updateAndGet(count -> Math.min(mostMisses, count + 1));
  }
}
