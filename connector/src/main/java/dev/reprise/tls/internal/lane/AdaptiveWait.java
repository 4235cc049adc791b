package dev.reprise.tls.internal.lane;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides how long closes wait for the peer to close first. Each miss in a row halves the wait,
 * down to one millisecond. Each close in time doubles it again, up to the close timeout. Now and
 * then the whole wait is tried. A peer that closes within it gets the whole wait again.
 */
public final class AdaptiveWait {

  private static final long LEAST_NANOS = 1_000_000;

  /** How many shortened waits precede a try of the whole wait. Each try doubles the number. */
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
    // One more halving reaches the least wait; else the wait could stay at almost twice that.
    this.mostMisses = halvings + 1;
  }

  /** Returns how long one close waits, in nanoseconds; 0 if the close timeout is 0. */
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

  /** Notes that the peer missed the given wait. This does not count if the wait has grown since. */
  public void missed(long waited) {
    misses.updateAndGet(count -> waited >= after(count) ? Math.min(mostMisses, count + 1) : count);
  }
}
