package dev.reprise.faults.report;

import dev.reprise.faults.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The page {@code faults.md}. */
public final class FaultPage {

  private FaultPage() {}

  /** Writes the page. */
  public static void write(List<Results> results, Path file) throws IOException {
    Files.writeString(file, "# Faults\n" + results.size());
  }
}
