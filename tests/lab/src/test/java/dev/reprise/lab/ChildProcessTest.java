package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void linesGoBothWays() {
    try (ChildProcess cat = ChildProcess.start("cat", List.of("cat"))) {
      cat.send("noise");
      cat.send("{answer}");
      assertThat(cat.receive("{", LIMIT)).isEqualTo("{answer}");
      cat.send("rest");
      assertThat(cat.awaitExit(LIMIT)).isZero();
      assertThat(cat.outputLines()).containsExactly("rest");
    }
  }

  @Test
  void aSilentProcessIsKilledWhenItsTimeIsUp() {
    try (ChildProcess sleeper = ChildProcess.start("the sleeper", List.of("sleep", "600"))) {
      assertThatThrownBy(() -> sleeper.receive("{", Duration.ofMillis(1)))
          .isInstanceOf(HarnessException.class)
          .hasMessage("the sleeper did not answer within 0 s");
      assertThatThrownBy(() -> sleeper.receive("{", LIMIT)).hasMessage("the sleeper ended");
    }
  }

  @RepeatedTest(20)
  void whatAKilledProcessSaidLastStaysTheCause() {
    try (ChildProcess silent =
        ChildProcess.start(
            "the script", List.of("sh", "-c", "echo no luck >&2; echo said; exec sleep 600"))) {
      silent.receive("said", LIMIT);
      assertThatThrownBy(() -> silent.receive("{", Duration.ofMillis(1)))
          .hasMessage("the script did not answer within 0 s: no luck");
      assertThatThrownBy(() -> silent.receive("{", LIMIT)).hasMessage("the script ended: no luck");
    }
  }

  @Test
  void theLastErrorLineStandsInTheMessage() {
    try (ChildProcess failing =
        ChildProcess.start("the script", List.of("sh", "-c", "echo no luck >&2; exit 3"))) {
      assertThat(failing.awaitExit(LIMIT)).isEqualTo(3);
      assertThatThrownBy(() -> failing.receive("{", LIMIT)).hasMessage("the script ended: no luck");
    }
  }

  @Test
  void closeEndsTheProcessAndItsChildren() {
    ChildProcess shell =
        ChildProcess.start("shell", List.of("sh", "-c", "trap '' TERM; sleep 600; sleep 600"));
    ProcessHandle handle = ProcessHandle.of(shell.pid()).orElseThrow();
    shell.close();
    assertThat(handle.isAlive()).isFalse();
    assertThat(handle.descendants()).isEmpty();
  }

  @Test
  void aLoggedProcessWritesItsFile(@TempDir Path directory) throws IOException {
    Path log = directory.resolve("log");
    try (ChildProcess logged =
        ChildProcess.startLogged(
            "logger",
            List.of("sh", "-c", "echo $WHAT; pwd >&2"),
            directory,
            Map.of("WHAT", "words"),
            log)) {
      logged.awaitExit(LIMIT);
    }
    assertThat(Files.readAllLines(log)).containsExactly("words", directory.toRealPath().toString());
  }

  @Test
  void whatCannotBeStartedIsToldByName() {
    assertThatThrownBy(() -> ChildProcess.start("nobody", List.of("/no/such/command")))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("nobody cannot be started");
  }
}
