package dev.reprise.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What recordings tell of virtual threads that were pinned. */
class PinningTest {

  @TempDir private Path folder;

  @Test
  void aRecordingWithoutAnyTellsOfNone() throws IOException {
    assertThat(Pinning.after(0, recording())).isEmpty();
  }

  /** The figures of an hour are not to be lost for it. */
  @Test
  void aRecordingThatCannotBeReadIsTold() throws IOException {
    Path recording = recording();
    byte[] all = Files.readAllBytes(recording);
    Files.write(recording, Arrays.copyOf(all, all.length / 2));
    assertThat(Pinning.after(0, recording)).singleElement().asString().contains("is not known");
  }

  private Path recording() throws IOException {
    Path file = folder.resolve("soak.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.VirtualThreadPinned");
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }
}
