package dev.reprise.lab;

import java.io.PrintWriter;
import java.time.Duration;

/** Tells now and then how far a run is. Thread-safe. */
public final class Progress {

  private static final long INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

  private final PrintWriter err;
  private final long start = System.nanoTime();
  private final long steps;
  private long done;
  private long lastLine = start - INTERVAL_NANOS;

  public Progress(PrintWriter err, long steps) {
    this.err = err;
    this.steps = Math.max(1, steps);
  }

  /** Says what is being done, or was done just now. */
  public synchronized void doing(String what) {
    if (System.nanoTime() - lastLine >= INTERVAL_NANOS) {
      lastLine = System.nanoTime();
      err.printf("[%3d%%]%s  %s%n", 100 * done / steps, timeLeft(), what);
    }
  }

  /** Notes that so many more steps are done, or will not take place. */
  public synchronized void done(long more) {
    done += more;
  }

  public synchronized void reached(long count) {
    done = count;
  }

  private String timeLeft() {
    if (done * 20 < steps || done >= steps) {
      return "";
    }
    long seconds = (System.nanoTime() - start) / 1_000_000_000 * (steps - done) / done;
    return " about %d min %d s left".formatted(seconds / 60, seconds % 60);
  }
}
