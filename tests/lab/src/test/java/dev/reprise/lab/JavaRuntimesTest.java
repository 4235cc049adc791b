package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaRuntimesTest {

  private static final Path THIS_JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @TempDir private Path directory;
  private final List<String> notes = new ArrayList<>();

  @Test
  void takesWhatTheScriptPrints() throws IOException {
    Path script = script("printf '%s\\t%s\\n' \"$1\" '" + THIS_JAVA + "'");
    assertThat(JavaRuntimes.find(script, List.of("17.0.2"), notes::add))
        .singleElement()
        .satisfies(
            runtime -> {
              assertThat(runtime.name()).isEqualTo("17.0.2");
              assertThat(runtime.java()).isEqualTo(THIS_JAVA);
              assertThat(runtime.version()).isEqualTo(System.getProperty("java.version"));
              assertThat(runtime.feature()).isEqualTo(Runtime.version().feature());
            });
    assertThat(notes).isEmpty();
  }

  @Test
  void whatIsMissingIsTold() throws IOException {
    Path script =
        script(
            "echo 'jdks.sh: SKIPPED JDK 11.0.9: no network' >&2; printf '%s\\t%s\\n' 25.0.2 '"
                + THIS_JAVA
                + "'; exit 3");
    assertThat(JavaRuntimes.find(script, List.of("25.0.2", "11.0.9"), notes::add))
        .extracting(JavaRuntime::name)
        .containsExactly("25.0.2");
    assertThat(notes).containsExactly("jdks.sh: SKIPPED JDK 11.0.9: no network");
  }

  @Test
  void unknownNamesAreRefused() throws IOException {
    Path script = script("exit 1");
    assertThatThrownBy(() -> JavaRuntimes.find(script, List.of("12"), notes::add))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("unknown JDK '12'; known are [11.0.9, ");
  }

  @Test
  void noneAtAllIsAnError() throws IOException {
    Path script = script("exit 3");
    assertThatThrownBy(() -> JavaRuntimes.find(script, List.of("11.0.9"), notes::add))
        .isInstanceOf(HarnessException.class)
        .hasMessage("none of the JDKs [11.0.9] can be had");
  }

  @Test
  void aScriptThatFailsIsAnError() throws IOException {
    Path script = script("echo \"jdks.sh: unknown version '21.0.8'\" >&2; exit 2");
    assertThatThrownBy(() -> JavaRuntimes.find(script, List.of("21.0.8", "machine-17"), notes::add))
        .isInstanceOf(HarnessException.class)
        .hasMessageEndingWith("failed: jdks.sh: unknown version '21.0.8'");
  }

  @Test
  void theScriptKnowsTheNames() {
    try (ChildProcess process =
        ChildProcess.start("jdks.sh", List.of("bash", "../jdks.sh", "none-such"))) {
      assertThat(process.awaitExit(Duration.ofMinutes(1))).isEqualTo(2);
      assertThat(process.errorLines())
          .singleElement()
          .asString()
          .contains(
              JavaRuntimes.NAMES.stream().filter(name -> !name.startsWith("machine-")).toList());
    }
  }

  @Test
  void theMachinesOwnJavaIsFound() {
    assertThat(JavaRuntimes.machine(Runtime.version().feature())).isPresent();
    assertThat(JavaRuntimes.machine(1234)).isEmpty();
  }

  private Path script(String body) throws IOException {
    return Files.writeString(directory.resolve("jdks.sh"), body + "\n");
  }
}
