package dev.reprise.lab.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/** The events {@code jdk.VirtualThreadPinned} of a recording. */
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
   * Where virtual threads were pinned after a moment, but for the loading of classes; each place
   * once. A recording that cannot be read is told instead, since the figures of the run are of use
   * without it: in one of JDK 21 a string had a length past any heap.
   */
  static List<String> after(long epochMillis, Path recording) {
    Set<String> places = new TreeSet<>();
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        if (event.getEventType().getName().equals(EVENT)
            && event.getStartTime().toEpochMilli() > epochMillis
            && !loadsAClass(event)) {
          places.add(
              "virtual threads pinned: %s: %s"
                  .formatted(text(event, REASON), String.join(" < ", methods(event))));
        }
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      places.add("whether virtual threads were pinned is not known: " + e);
    }
    return new ArrayList<>(places);
  }

  /** Empty where the JDK does not tell it. */
  private static String text(RecordedEvent event, String field) {
    return event.hasField(field) ? String.valueOf(event.getString(field)) : "";
  }

  private static boolean loadsAClass(RecordedEvent event) {
    String reason = text(event, REASON);
    return reason.startsWith(CLASS_INITIALISATION)
        || reason.equals(CRITICAL_SECTION) && text(event, OPERATION).equals(MONITOR)
        || methods(event).stream()
            .anyMatch(
                method ->
                    method.equals("java.lang.ClassLoader.loadClass")
                        || method.endsWith(".<clinit>"));
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
