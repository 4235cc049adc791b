package dev.reprise.lab.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.LabRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--no-such-option       | Unknown option: '--no-such-option'",
        "--jdks=12              | --jdks: unknown JDK '12'; known are 11.0.9, ",
        "--parts=clients        | --parts: unknown part 'clients'; known are jdks, servers, providers",
      })
  void badOptionsAreToldInOneLine(String option, String message) {
    LabRun run = LabRun.of("matrix", option);
    assertThat(run.code()).isEqualTo(Experiment.USAGE);
    assertThat(run.complaints())
        .singleElement()
        .asString()
        .startsWith("tests/lab.sh matrix: " + message)
        .endsWith(" (see --help)");
  }

  @Test
  void helpTellsTheOptions() {
    LabRun run = LabRun.of("matrix", "--help");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("--short", "--jdks", "--servers", "--out");
  }
}
