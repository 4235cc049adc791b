package dev.reprise.faults;

import dev.reprise.faults.probe.Cell;
import java.io.PrintWriter;
import java.time.Duration;

/** Tells how far the run is: on a terminal in one line, elsewhere in a line now and then. */
final class Progress {

  private static final long INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

  private final PrintWriter err;
  private final int cells;
  private final boolean terminal = Boolean.getBoolean("faults.terminal");
  private final long start = System.nanoTime();
  private long told = start - INTERVAL_NANOS;
  private int done;

  Progress(PrintWriter err, int cells) {
    this.err = err;
    this.cells = cells;
  }

  void done(Cell cell) {
    done++;
    long now = System.nanoTime();
    String line =
        "[%3d%%] %d s left  JDK %s %s %s %s"
            .formatted(
                100 * done / cells,
                Duration.ofNanos((now - start) / done * (cells - done)).toSeconds(),
                cell.jdk,
                cell.protocol,
                cell.client,
                cell.fault);
    if (terminal) {
      err.print("\r\033[K" + line);
      err.flush();
    } else if (now - told > INTERVAL_NANOS) {
      err.println(line);
      told = now;
    }
  }

  void finish() {
    if (terminal) {
      err.print("\r\033[K");
      err.flush();
    }
  }
}
