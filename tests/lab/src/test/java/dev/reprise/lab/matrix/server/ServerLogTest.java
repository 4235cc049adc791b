package dev.reprise.lab.matrix.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {

  @TempDir private Path directory;
  private Path file;
  private RunningServer server;

  @BeforeEach
  void logBeforeTheMark() {
    file = directory.resolve("log");
    ServerLog log =
        new ServerLog(
            List.of(file, directory.resolve("not-written-yet")),
            Pattern.compile("reused=1"),
            Pattern.compile("reused=0"),
            Pattern.compile("error: (.*)"));
    server =
        new RunningServer(
            URI.create("https://localhost"),
            "GET",
            directory,
            List.of(),
            List.of(),
            Optional.of(log::view),
            log::complaints);
    write("reused=0", "error: reset", "error: reset");
    server.mark();
  }

  @Test
  void countsWhatIsLoggedSinceTheMark() {
    write("reused=1", "noise", "error: reset", "reused=1", "error: user_canceled", "reused=0");
    assertThat(server.view(3)).contains(new ServerView(1, 2));
    assertThat(server.complaints()).isEqualTo(Map.of("reset", 1L, "user_canceled", 1L));
  }

  @Test
  void waitsForLinesThatComeLate() throws InterruptedException {
    Thread late = new Thread(() -> write("reused=1"));
    late.start();
    assertThat(server.view(1)).contains(new ServerView(0, 1));
    late.join();
  }

  private void write(String... lines) {
    try {
      Files.write(file, List.of(lines), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
