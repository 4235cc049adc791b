package dev.reprise.probe;

import dev.reprise.probe.recording.FlightRecording;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads files that options name. */
final class GivenFile {

  private GivenFile() {}

  static byte[] read(String option, Path file, long most) {
    try {
      if (Files.isDirectory(file)) {
        throw new UsageException(option + ": '" + file + "' is a folder");
      }
      if (Files.size(file) > most) {
        throw new UsageException(
            option + ": '" + file + "' is larger than " + (most >> 20) + " MiB");
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UsageException(option + ": '" + file + "' cannot be read: " + reason(e));
    }
  }

  static FlightRecording recording(String option, Path file) {
    try {
      return FlightRecording.read(file);
    } catch (IOException | RuntimeException e) {
      String reason = e instanceof IOException ? reason((IOException) e) : "it is damaged";
      throw new UsageException(option + ": '" + file + "' cannot be read: " + reason);
    }
  }

  static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return String.valueOf(e.getMessage());
  }
}
