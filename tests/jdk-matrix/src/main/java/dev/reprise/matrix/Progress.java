package dev.reprise.matrix;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * Tells how far the run is: on a terminal in one line that is written over, elsewhere in a line now
 * and then.
 */
final class Progress {

  /** Set by run.sh, which knows: Java cannot tell before 22. */
  private static final String COLUMNS = "matrix.terminal.columns";

  private static final long PLAIN_INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

  private final PrintWriter err;
  private final int columns = Integer.getInteger(COLUMNS, 0);
  private final int total;
  private final long start = System.nanoTime();
  private long lastPlainLine = start - PLAIN_INTERVAL_NANOS;
  private int done;

  /**
   * For so many steps.
   *
   * @param total how many cells there will be
   */
  Progress(PrintWriter err, int total) {
    this.err = err;
    this.total = total;
  }

  void doing(String what) {
    String line = "[%3d%%]%s %s".formatted(100 * done / Math.max(total, 1), timeLeft(), what);
    if (columns > 0) {
      err.print("\r\033[K" + line.substring(0, Math.min(line.length(), columns - 1)));
      err.flush();
      return;
    }
    long now = System.nanoTime();
    if (now - lastPlainLine >= PLAIN_INTERVAL_NANOS) {
      err.println(line);
      lastPlainLine = now;
    }
  }

  void done(int cells) {
    done += cells;
  }

  /** A line that stays. */
  void tell(String line) {
    clear();
    err.println(line);
  }

  /** Ends the line. */
  void clear() {
    if (columns > 0) {
      err.print("\r\033[K");
      err.flush();
    }
  }

  private String timeLeft() {
    if (done * 20 < total || done >= total) {
      return "";
    }
    long seconds = (System.nanoTime() - start) / 1_000_000_000 * (total - done) / done;
    return seconds < 60
        ? " about %d s left,".formatted(seconds)
        : " about %d min left,".formatted((seconds + 59) / 60);
  }
}
