package dev.reprise.lab.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Finds libfaketime, which moves the wall clock of one process. */
final class FakeTime {

  private static final String LIBRARY = "faketime/libfaketime.so.1";

  private FakeTime() {}

  /** The library, or null if it is not installed. */
  static Path library() {
    return Stream.of(
            "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib", "/usr/local/lib")
        .map(folder -> Path.of(folder).resolve(LIBRARY))
        .filter(Files::isRegularFile)
        .findFirst()
        .orElse(null);
  }
}
