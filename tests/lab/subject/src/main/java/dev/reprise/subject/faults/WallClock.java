package dev.reprise.subject.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The wall clock of this process under libfaketime, which reads its offset from a file. */
final class WallClock {

  private static final long HOUR = 3_600_000;
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Path file;
  private int hours;

  WallClock(Path file) {
    this.file = file;
  }

  /** Moves the clock, and returns when that has taken effect. */
  void step(int byHours) throws IOException, InterruptedException {
    long before = System.currentTimeMillis();
    long start = System.nanoTime();
    hours += byHours;
    set();
    while (Math.abs(System.currentTimeMillis() - before - byHours * HOUR) > HOUR / 2) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IOException("The wall clock does not move: is libfaketime loaded?");
      }
      Thread.sleep(5);
    }
  }

  private void set() throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, String.format("%+d", hours * 3600));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
