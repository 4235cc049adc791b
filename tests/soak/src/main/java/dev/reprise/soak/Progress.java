package dev.reprise.soak;

import dev.reprise.soak.client.Sample;
import java.io.PrintWriter;
import java.time.Duration;

/** Tells how far the run is: on a terminal in one line, elsewhere in a line now and then. */
final class Progress {

  private static final long INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long MIB = 1 << 20;

  private final PrintWriter err;
  private final int variants;
  private final int requests;
  private final boolean terminal = Boolean.getBoolean("soak.terminal");
  private final long start = System.nanoTime();
  private long told = start - INTERVAL_NANOS;
  private int variantsDone;

  Progress(PrintWriter err, int variants, int requests) {
    this.err = err;
    this.variants = variants;
    this.requests = requests;
  }

  void taken(Variant variant, Sample sample) {
    long now = System.nanoTime();
    long all = (long) variants * requests;
    long done = (long) variantsDone * requests + sample.requests();
    String left =
        done == 0
            ? ""
            : " %d s left,"
                .formatted(Duration.ofNanos((now - start) / done * (all - done)).toSeconds());
    String line =
        "[%3d%%]%s %s: %,d requests, %d descriptors, heap %d MiB"
            .formatted(
                100 * done / all,
                left,
                variant.label(),
                sample.requests(),
                sample.descriptors(),
                sample.heapBytes() / MIB);
    if (terminal) {
      err.print("\r\033[K" + line);
      err.flush();
    } else if (now - told > INTERVAL_NANOS) {
      err.println(line);
      told = now;
    }
    if (sample.requests() == requests) {
      variantsDone++;
    }
  }

  void finish() {
    if (terminal) {
      err.print("\r\033[K");
      err.flush();
    }
  }
}
