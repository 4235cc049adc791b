package dev.reprise.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafepointLogTest {

  @Test
  void readsTheLinesOfEachJdk(@TempDir Path directory) throws IOException {
    Path log =
        Files.writeString(
            directory.resolve("safepoints.log"),
            """
            [0.512s] Safepoint "ICBufferFull", Time since last: 109 ns, Reaching safepoint: 300 ns, Cleanup: 70 ns, At safepoint: 30 ns, Total: 400 ns
            [1.034s] Safepoint "G1CollectFull", Time since last: 109 ns, Reaching safepoint:     100 ns, At safepoint:   5 ns, Leaving safepoint:  30 ns, Total: 135 ns, Threads:  0 runnable, 15 total
            [1.035s] something else
            [2.000s] Safepoint "ThreadDump", Time since last: 109 ns, Reaching safepoint: 200 ns, At safepoint: 30 ns, Total: 230 ns
            """);
    SafepointLog read = SafepointLog.read(log);
    assertThat(read.reachingNanos(0, 2000)).containsExactly(100, 200, 300);
    assertThat(read.reachingNanos(512, 1999)).containsExactly(100);
  }
}
