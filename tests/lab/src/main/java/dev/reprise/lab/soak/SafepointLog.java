package dev.reprise.lab.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The log that {@code -Xlog:safepoint} writes with the decoration {@code uptime}.
 *
 * @param stops the safepoints, oldest first
 */
record SafepointLog(List<Stop> stops) {

  private static final Pattern LINE =
      Pattern.compile("\\[(\\d+)[.,](\\d{3})s\\].*Reaching safepoint: *(\\d+) ns.*");

  /**
   * A safepoint.
   *
   * @param uptimeMillis when its line was written
   * @param reachingNanos the time until all threads had stopped
   */
  record Stop(long uptimeMillis, long reachingNanos) {

    static Optional<Stop> of(String line) {
      Matcher matcher = LINE.matcher(line);
      return matcher.matches()
          ? Optional.of(
              new Stop(
                  Long.parseLong(matcher.group(1)) * 1000 + Long.parseLong(matcher.group(2)),
                  Long.parseLong(matcher.group(3))))
          : Optional.empty();
    }
  }

  static SafepointLog read(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return new SafepointLog(lines.flatMap(line -> Stop.of(line).stream()).toList());
    }
  }

  /** The times to safepoint within an interval, shortest first. */
  long[] reachingNanos(long fromMillis, long toMillis) {
    return stops.stream()
        .filter(stop -> stop.uptimeMillis() > fromMillis && stop.uptimeMillis() <= toMillis)
        .mapToLong(Stop::reachingNanos)
        .sorted()
        .toArray();
  }
}
