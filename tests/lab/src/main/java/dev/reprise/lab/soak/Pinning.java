package dev.reprise.lab.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/** Records every pinned virtual thread, however briefly. */
final class Pinning implements AutoCloseable {

  /** How a place begins that is none. */
  static final String NOT_KNOWN = "whether is not known: ";

  private static final String EVENT = "jdk.VirtualThreadPinned";

  private final Recording recording = new Recording();

  Pinning() {
    recording.enable(EVENT).withoutThreshold().withStackTrace();
    recording.start();
  }

  /** Where they were pinned after a moment, but for the loading of classes; each place once. */
  List<String> after(long epochMillis) throws IOException {
    Set<String> places = new TreeSet<>();
    Path dump = Files.createTempFile("pinning", ".jfr");
    try {
      recording.dump(dump);
      try (RecordingFile file = new RecordingFile(dump)) {
        while (file.hasMoreEvents()) {
          RecordedEvent event = file.readEvent();
          if (event.getEventType().getName().equals(EVENT)
              && event.getStartTime().toEpochMilli() > epochMillis
              && !loadsAClass(event)) {
            places.add(text(event, "pinnedReason") + ": " + String.join(" < ", methods(event)));
          }
        }
      }
    } catch (RuntimeException | OutOfMemoryError e) {
      // In a recording of JDK 21 a string had a length past any heap; the figures are of use still.
      places.add(NOT_KNOWN + e);
    } finally {
      Files.delete(dump);
    }
    return List.copyOf(places);
  }

  /** Empty where the JDK does not tell it. */
  private static String text(RecordedEvent event, String field) {
    return event.hasField(field) ? String.valueOf(event.getString(field)) : "";
  }

  /**
   * Waiting for a monitor pins no virtual thread from JDK 24 on (JEP 491), but in what the JVM
   * itself does under a monitor while Java code waits for it: to load and link a class.
   */
  private static boolean loadsAClass(RecordedEvent event) {
    String reason = text(event, "pinnedReason");
    return reason.startsWith("Waited for initialization of ")
        || reason.equals("Freeze or preempt failed (2)")
            && text(event, "blockingOperation").equals("Contended monitor enter")
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

  @Override
  public void close() {
    recording.close();
  }
}
