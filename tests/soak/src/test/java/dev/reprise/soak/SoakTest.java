package dev.reprise.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoakTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--requests=2999         | --requests: 2999 is not within 3000 to 10000000",
        "--requests=many         | Invalid value for option '--requests'",
        "--variants=virtual-8    | --variants: unknown 'virtual-8'; known are [platform-17,",
        "--short --long          | --short and --long exclude each other",
        "--thorough              | Unknown option: '--thorough'"
      })
  void saysInOneLineWhatIsWrong(String arguments, String message) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Soak.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments.split(" +"));
    assertThat(code).isEqualTo(Soak.USAGE);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("tests/soak/run.sh: ").contains(message);
    assertThat(out.toString()).isEmpty();
  }
}
