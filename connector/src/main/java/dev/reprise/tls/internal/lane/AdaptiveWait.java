package dev.reprise.tls.internal.lane;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long closes of one peer wait for it to close first. Each miss in a row halves the wait, down
 * to one millisecond; each time the peer makes it, the wait doubles again, up to what was set. Now
 * and then the whole wait is tried: a peer that makes that is waited for as at first.
 */
public final class AdaptiveWait {

  private static final long LEAST_NANOS = 1_000_000;

  /** After so many shortened waits the whole one is tried; after twice as many the next time. */
  private static final int FEWEST_SHORTENED = 16;

  private static final int MOST_SHORTENED = 1024;

  private final long mostNanos;
  private final int mostMisses;
  private final AtomicInteger misses = new AtomicInteger();
  private final AtomicInteger shortened = new AtomicInteger();
  private volatile int untilWhole = FEWEST_SHORTENED;

  AdaptiveWait(long mostNanos) {
    this.mostNanos = mostNanos;
    int halvings = 0;
    while (mostNanos >> (halvings + 1) >= LEAST_NANOS) {
      halvings++;
    }
    // One halving more, so that a known peer costs the least wait and not almost twice as much.
    this.mostMisses = halvings + 1;
  }

  /** The wait of one close, in nanoseconds; 0 if none was set. */
  public long next() {
    int count = misses.get();
    if (count == 0) {
      return mostNanos;
    }
    int waits = shortened.incrementAndGet();
    if (waits > untilWhole && shortened.compareAndSet(waits, 0)) {
      untilWhole = Math.min(MOST_SHORTENED, 2 * untilWhole);
      return mostNanos;
    }
    return after(count);
  }

  private long after(int count) {
    return Math.min(mostNanos, Math.max(LEAST_NANOS, mostNanos >> count));
  }

  public void kept(long waited) {
    if (misses.get() > 0) {
      if (waited == mostNanos) {
        untilWhole = FEWEST_SHORTENED;
        misses.set(0);
      } else {
        misses.updateAndGet(count -> Math.max(0, count - 1));
      }
    }
  }

  /** The peer did not close within the time given, which may be less than what is waited by now. */
  public void missed(long waited) {
    misses.updateAndGet(count -> waited >= after(count) ? Math.min(mostMisses, count + 1) : count);
  }
}
