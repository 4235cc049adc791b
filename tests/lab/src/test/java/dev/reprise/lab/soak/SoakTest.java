package dev.reprise.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.LabRun;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoakTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--requests=2999         | --requests: 2999 is not within 3000 to 10000000",
        "--requests=many         | Invalid value for option '--requests'",
        "--variants=virtual-8    | --variants: unknown variant 'virtual-8'; known are platform-17,",
        "--minutes=0             | --minutes: 0 is not within 1 to 1440",
        "--minutes=1 --short     | --minutes excludes --requests, --short and --long",
        "--short --long          | --short and --long exclude each other",
        "--thorough              | Unknown option: '--thorough'"
      })
  void saysInOneLineWhatIsWrong(String arguments, String message) {
    LabRun run = LabRun.of(("soak " + arguments).split(" +"));
    assertThat(run.code()).isEqualTo(Experiment.USAGE);
    assertThat(run.complaints()).hasSize(1);
    assertThat(run.err()).startsWith("tests/lab.sh soak: ").contains(message);
    assertThat(run.out()).isEmpty();
  }
}
