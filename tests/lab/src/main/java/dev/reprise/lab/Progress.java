package dev.reprise.lab;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * Tells how far a run is: on a terminal in one line that is written over, elsewhere in a line now
 * and then. Thread-safe.
 */
public final class Progress {

  private static final long PLAIN_INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

  private final PrintWriter err;

  /** Set by the commands, which know: Java cannot tell before 22. */
  private final int columns = Integer.getInteger("reprise.terminal.columns", 0);

  private final long start = System.nanoTime();
  private final long steps;
  private long done;
  private long lastPlainLine = start - PLAIN_INTERVAL_NANOS;

  /** Of a run that begins now and has so many steps. */
  public Progress(PrintWriter err, long steps) {
    this.err = err;
    this.steps = Math.max(1, steps);
  }

  /** Says what is being done, or was done just now; a narrow terminal cuts off its end. */
  public synchronized void doing(String what) {
    String line = "[%3d%%]%s  %s".formatted(100 * done / steps, timeLeft(), what);
    long now = System.nanoTime();
    if (columns > 0) {
      err.print("\r\033[K" + line.substring(0, Math.min(line.length(), columns - 1)));
      err.flush();
    } else if (now - lastPlainLine >= PLAIN_INTERVAL_NANOS) {
      err.println(line);
      lastPlainLine = now;
    }
  }

  /** Notes that so many more steps are done, or will not take place. */
  public synchronized void done(long more) {
    done += more;
  }

  /** Notes that so many of all the steps are done. */
  public synchronized void reached(long count) {
    done = count;
  }

  /** A line that stays. */
  public synchronized void tell(String line) {
    clear();
    err.println(line);
  }

  /** Takes the line away; to be called at the end. */
  public synchronized void clear() {
    if (columns > 0) {
      err.print("\r\033[K");
      err.flush();
    }
  }

  private String timeLeft() {
    if (done * 20 < steps || done >= steps) {
      return "";
    }
    long seconds = (System.nanoTime() - start) / 1_000_000_000 * (steps - done) / done;
    return " about %d min %d s left".formatted(seconds / 60, seconds % 60);
  }
}
