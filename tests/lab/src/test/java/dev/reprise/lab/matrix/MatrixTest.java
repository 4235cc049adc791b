package dev.reprise.lab.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.Lab;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--no-such-option       | Unknown option: '--no-such-option'",
        "--jdks=12              | --jdks: unknown JDK '12'; known are 11.0.5, 11.0.9, ",
        "--parts=clients        | --parts: unknown part 'clients'; known are jdks, servers, providers",
      })
  void badOptionsAreToldInOneLine(String option, String message) {
    assertThat(run(option)).isEqualTo(Experiment.USAGE);
    assertThat(err.toString().lines())
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .startsWith("tests/lab.sh matrix: " + message)
                    .endsWith(" (see --help)"));
  }

  @Test
  void helpTellsTheOptions() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("--short", "--jdks", "--servers", "--out");
  }

  private int run(String... arguments) {
    return Lab.run(
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        Stream.concat(Stream.of("matrix"), Arrays.stream(arguments)).toArray(String[]::new));
  }
}
