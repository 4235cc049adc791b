package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages in {@code docs/measured} are what today's lab makes of the raw data beside them. */
class RecordTest {

  private static final Path RECORD = Path.of("../../docs/measured");

  @TempDir Path directory;

  @Test
  void thePagesOfTheRecordAreThoseOfItsRawData() throws IOException {
    for (Path raw : files(RECORD, ".json")) {
      Path copy = directory.resolve(RECORD.relativize(raw));
      Files.createDirectories(copy.getParent());
      Files.copy(raw, copy);
    }

    LabRun run = LabRun.of("page", "--out", directory.toString());

    assertThat(run.code()).as(run.toString()).isZero();
    List<Path> pages = files(directory, ".md");
    assertThat(pages).hasSizeGreaterThan(10);
    for (Path page : pages) {
      Path recorded = RECORD.resolve(directory.relativize(page));
      assertThat(recorded)
          .as("tests/lab.sh page --out docs/measured writes it anew")
          .hasSameTextualContentAs(page);
    }
  }

  private static List<Path> files(Path folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }
}
