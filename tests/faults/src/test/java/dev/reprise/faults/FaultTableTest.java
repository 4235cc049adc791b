package dev.reprise.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultTableTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return FaultTable.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  @ParameterizedTest
  @CsvSource({
    "--jdks=9.9.9, --jdks: unknown '9.9.9'",
    "--faults=rain, --faults: there is no fault 'rain'",
    "--tries=0, --tries: 0 is not within 1 to 100",
    "--tries=x, --tries",
    "--weather, --weather",
  })
  void aSenselessCommandLineIsOneLineAndExitCode2(String argument, String words) {
    assertThat(run(argument)).isEqualTo(FaultTable.USAGE);
    assertThat(err.toString()).startsWith("tests/faults/run.sh: ").contains(words).hasLineCount(1);
  }

  @Test
  void aDirectoryThatCannotBeMadeIsTold(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThat(run("--jdks=machine-17", "--out=" + file)).isEqualTo(FaultTable.FAILURE);
    assertThat(err.toString()).contains("--out: the directory").hasLineCount(1);
  }

  @Test
  void aPageWithoutRawDataIsTold(@TempDir Path directory) {
    assertThat(run("--page", "--out=" + directory)).isEqualTo(FaultTable.FAILURE);
    assertThat(err.toString()).contains("--out: there is no raw data").hasLineCount(1);
  }

  @Test
  void helpNamesFaultsAndJdks() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("hold-open", "17.0.2", "--short");
  }
}
