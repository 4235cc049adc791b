package dev.reprise.lab.soak;

import static java.util.stream.Collectors.groupingBy;

import dev.reprise.lab.soak.client.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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

  static List<Pinned> read(Path recording, Thirds thirds) throws IOException {
    return RecordingFile.readAllEvents(recording).stream()
        .filter(event -> event.getEventType().getName().equals(EVENT))
        .collect(
            groupingBy(
                Pinning::cause, () -> new EnumMap<>(Pinned.Cause.class), Collectors.toList()))
        .entrySet()
        .stream()
        .map(entry -> pinned(entry, thirds))
        .toList();
  }

  private static Pinned pinned(Map.Entry<Pinned.Cause, List<RecordedEvent>> found, Thirds thirds) {
    List<RecordedEvent> events = found.getValue();
    RecordedEvent longest =
        events.stream().max(Comparator.comparing(RecordedEvent::getDuration)).orElseThrow();
    return new Pinned(
        found.getKey(),
        new Thirds.Row(
            during(events, 0, end(thirds.first())),
            during(events, end(thirds.first()), end(thirds.middle())),
            during(events, end(thirds.middle()), Long.MAX_VALUE)),
        longest.getDuration().toNanos(),
        text(longest, REASON) + ": " + String.join(" < ", methods(longest)));
  }

  private static long end(List<Sample> third) {
    return third.get(third.size() - 1).epochMillis();
  }

  private static long during(List<RecordedEvent> events, long from, long to) {
    return events.stream()
        .mapToLong(event -> event.getStartTime().toEpochMilli())
        .filter(at -> at > from && at <= to)
        .count();
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
