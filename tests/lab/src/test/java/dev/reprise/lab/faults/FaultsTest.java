package dev.reprise.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.LabRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultsTest {

  @ParameterizedTest
  @CsvSource({
    "--jdks=9.9.9, --jdks: unknown JDK '9.9.9'",
    "--faults=rain, --faults: unknown fault 'rain'",
    "--tries=0, --tries: 0 is not within 1 to 100",
    "--tries=x, --tries",
    "--weather, --weather",
  })
  void aSenselessCommandLineIsOneLineAndExitCode2(String argument, String words) {
    LabRun run = LabRun.of("faults", argument);
    assertThat(run.code()).isEqualTo(Experiment.USAGE);
    assertThat(run.err()).startsWith("tests/lab.sh faults: ").contains(words).hasLineCount(1);
  }

  @Test
  void aDirectoryThatCannotBeMadeIsTold(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "");
    LabRun run = LabRun.of("faults", "--jdks=machine-17", "--out=" + file);
    assertThat(run.code()).isEqualTo(Experiment.FAILURE);
    assertThat(run.err()).contains("--out: the directory").hasLineCount(1);
  }

  @Test
  void aPageWithoutRawDataIsTold(@TempDir Path directory) {
    LabRun run = LabRun.of("faults", "--page", "--out=" + directory);
    assertThat(run.code()).isEqualTo(Experiment.FAILURE);
    assertThat(run.err()).contains("--out: there is no raw data").hasLineCount(1);
  }

  @Test
  void helpNamesFaultsAndJdks() {
    LabRun run = LabRun.of("faults", "--help");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("hold-open", "17.0.2", "--short");
  }
}
