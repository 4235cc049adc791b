package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What scripts rely on: a senseless command line is one line and its exit code. */
class LabTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "matrix --no-such-option | 2 | Unknown option: '--no-such-option' (see --help)",
        "matrix --jdks=12 | 2 | --jdks: unknown JDK '12'; known are 11.0.9, ",
        "matrix --parts=all | 2 | --parts: unknown part 'all'; known are jdks, servers, providers",
        "soak --minutes=0 | 2 | --minutes: 0 is not within 1 to 1440",
        "faults --faults=rain | 2 | --faults: unknown fault 'rain'",
        "soak --minutes=1 --short | 2 | --minutes and --short exclude each other",
      })
  void isToldInOneLine(String arguments, int code, String words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] command = arguments.split(" ");
    assertThat(Lab.run(new PrintWriter(out, true), new PrintWriter(err, true), command))
        .isEqualTo(code);
    assertThat(err.toString())
        .startsWith("tests/lab.sh " + command[0] + ": " + words)
        .hasLineCount(1);
    assertThat(out.toString()).isEmpty();
  }
}
