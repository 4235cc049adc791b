package dev.reprise.bootmatrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BootMatrixTest {

  private final StringWriter err = new StringWriter();
  private final StringWriter out = new StringWriter();

  private int run(String... arguments) {
    return BootMatrix.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--boot 3.0 | run.sh: --boot: unknown version '3.0'; known are 2.7.18, 3.1.12, 3.2.12, 3.3.13, 3.4.13, 3.5.14, 4.0.7, 4.1.0 (see --help)",
        "--java 12 | run.sh: --java: unknown version '12'; known are 11, 17, 25 (see --help)",
        "--boot 2.7 --java 25 | run.sh: --boot and --java: no cell has both; Boot 2.7 runs on 11 and 17, 3.1 to 3.4 on 17, others on 17 and 25 (see --help)",
        "--nonsense | run.sh: Unknown option: '--nonsense' (see --help)"
      })
  void badOptionsAreOneLine(String arguments, String message) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);
    assertThat(err).hasToString(message + System.lineSeparator());
  }

  @Test
  void helpNamesEveryOption() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("--short", "--boot", "--java", "--installed", "--startup", "--out");
  }
}
