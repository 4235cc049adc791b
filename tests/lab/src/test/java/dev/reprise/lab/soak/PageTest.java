package dev.reprise.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.Run;
import dev.reprise.lab.soak.client.Sample;
import dev.reprise.lab.soak.report.SoakPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {

  @Test
  void isWrittenFromTheRawData(@TempDir Path directory) throws IOException {
    Run<Settings, Sample> run = Runs.run(n -> Runs.sample(n, 20 + 2 * n, 10 << 20, 0, 0));
    run.write(directory);
    List<Run<Settings, Sample>> read = Run.readAll(directory, "soak", Settings.class, Sample.class);
    assertThat(read).containsExactly(run);

    SoakPage.write(read, directory);
    assertThat(directory.resolve("soak.md"))
        .content()
        .contains("## 16 platform threads, JDK 17.0.15")
        .contains("| open descriptors | 20 | 24 | 30 | 36 | +5 (+15.15 %) | **not flat** |")
        .contains(
            "| heap after GC | 10.0 MiB | 10.0 MiB | 10.0 MiB | 10.0 MiB | 0.0 MiB (+0.00 %) | flat |")
        .contains("| RSTs sent by the host | | 3 | 3 | 3 | | |");
    assertThat(directory.resolve("soak/soak.svg"))
        .content()
        .contains("<svg")
        .contains("heap after GC, MiB");
  }
}
