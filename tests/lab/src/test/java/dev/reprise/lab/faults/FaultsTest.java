package dev.reprise.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.Lab;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultsTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Lab.run(
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        Stream.concat(Stream.of("faults"), Arrays.stream(args)).toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "--jdks=9.9.9, --jdks: unknown JDK '9.9.9'",
    "--faults=rain, --faults: unknown fault 'rain'",
    "--tries=0, --tries: 0 is not within 1 to 100",
    "--tries=x, --tries",
    "--weather, --weather",
  })
  void aSenselessCommandLineIsOneLineAndExitCode2(String argument, String words) {
    assertThat(run(argument)).isEqualTo(Experiment.USAGE);
    assertThat(err.toString()).startsWith("tests/lab.sh faults: ").contains(words).hasLineCount(1);
  }

  @Test
  void aDirectoryThatCannotBeMadeIsTold(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThat(run("--jdks=machine-17", "--out=" + file)).isEqualTo(Experiment.FAILURE);
    assertThat(err.toString()).contains("--out: the directory").hasLineCount(1);
  }

  @Test
  void aPageWithoutRawDataIsTold(@TempDir Path directory) {
    assertThat(run("--page", "--out=" + directory)).isEqualTo(Experiment.FAILURE);
    assertThat(err.toString()).contains("--out: there is no raw data").hasLineCount(1);
  }

  @Test
  void helpNamesFaultsAndJdks() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("hold-open", "17.0.2", "--short");
  }
}
