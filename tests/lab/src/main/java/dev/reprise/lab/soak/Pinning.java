package dev.reprise.lab.soak;

import dev.reprise.lab.soak.client.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/** The events {@code jdk.VirtualThreadPinned} of a recording, by cause. */
final class Pinning {

  private static final String EVENT = "jdk.VirtualThreadPinned";

  /** A field from JDK 24 on. */
  private static final String REASON = "pinnedReason";

  /** A field from JDK 21 on. */
  private static final String OPERATION = "blockingOperation";

  private static final String CLASS_INITIALISATION = "Waited for initialization of ";

  /**
   * Waiting for a monitor pins no virtual thread from JDK 24 on (JEP 491), but in what the JVM
   * itself does under a monitor while Java code waits for it: to load and link a class.
   */
  private static final String CRITICAL_SECTION = "Freeze or preempt failed (2)";

  private static final String MONITOR = "Contended monitor enter";

  private Pinning() {}

  /**
   * Event by event: of a long run there are many. A recording that cannot be read is told among the
   * causes, since the figures of the run are of use without it: in one of JDK 21 a string had a
   * length past any heap.
   */
  static List<Pinned> read(Path recording, Thirds thirds) {
    Map<Pinned.Cause, Tally> tallies = new EnumMap<>(Pinned.Cause.class);
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        if (event.getEventType().getName().equals(EVENT)) {
          tallies.computeIfAbsent(cause(event), cause -> new Tally(thirds)).add(event);
        }
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      tallies.computeIfAbsent(Pinned.Cause.UNREADABLE, cause -> new Tally(thirds)).failed(e);
    }
    return tallies.entrySet().stream()
        .map(entry -> entry.getValue().pinned(entry.getKey()))
        .toList();
  }

  /** The events of one cause. */
  private static final class Tally {

    private final long endOfFirst;
    private final long endOfMiddle;
    private long first;
    private long middle;
    private long last;
    private long longestNanos;
    private String example = "";

    Tally(Thirds thirds) {
      endOfFirst = end(thirds.first());
      endOfMiddle = end(thirds.middle());
    }

    void add(RecordedEvent event) {
      long at = event.getStartTime().toEpochMilli();
      if (at <= endOfFirst) {
        first++;
      } else if (at <= endOfMiddle) {
        middle++;
      } else {
        last++;
      }
      long nanos = event.getDuration().toNanos();
      if (nanos >= longestNanos) {
        longestNanos = nanos;
        example = text(event, REASON) + ": " + String.join(" < ", methods(event));
      }
    }

    void failed(Throwable failure) {
      example = failure.toString();
    }

    Pinned pinned(Pinned.Cause cause) {
      return new Pinned(cause, new Thirds.Row(first, middle, last), longestNanos, example);
    }
  }

  private static long end(List<Sample> third) {
    return third.get(third.size() - 1).epochMillis();
  }

  /** Empty where the JDK does not tell it. */
  private static String text(RecordedEvent event, String field) {
    return event.hasField(field) ? String.valueOf(event.getString(field)) : "";
  }

  private static Pinned.Cause cause(RecordedEvent event) {
    String reason = text(event, REASON);
    if (reason.startsWith(CLASS_INITIALISATION)
        || reason.equals(CRITICAL_SECTION) && text(event, OPERATION).equals(MONITOR)) {
      return Pinned.Cause.CLASSES;
    }
    for (String method : methods(event)) {
      if (method.equals("java.lang.ClassLoader.loadClass") || method.endsWith(".<clinit>")) {
        return Pinned.Cause.CLASSES;
      }
    }
    return Pinned.Cause.OTHER;
  }

  private static List<String> methods(RecordedEvent event) {
    if (event.getStackTrace() == null) {
      return List.of();
    }
    return event.getStackTrace().getFrames().stream()
        .map(
            frame -> {
              RecordedMethod method = frame.getMethod();
              return method.getType().getName() + "." + method.getName();
            })
        .toList();
  }
}
