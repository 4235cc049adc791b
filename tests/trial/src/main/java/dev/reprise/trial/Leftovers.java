package dev.reprise.trial;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Looks, when no scenario runs, for sockets and threads that scenarios have left. */
final class Leftovers {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /** Descriptors that the JDK opens once, whenever they are first needed. */
  private static final int ALLOWED_SOCKETS = 8;

  /** The JDK's cache under HttpURLConnection keeps a connection by way of a proxy for a minute. */
  private static final long PATIENCE_SECONDS = 75;

  private final int sockets = sockets();

  /** What is left over; empty if there is nothing. */
  String found() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    String left = left();
    while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
      // Stock leaves sockets to the garbage collector where a handshake fails.
      System.gc();
      World.pause(200);
      left = left();
    }
    return left;
  }

  private String left() {
    int more = sockets() - sockets;
    Set<String> threads = threads();
    return (more > ALLOWED_SOCKETS ? more + " sockets " : "")
        + (threads.isEmpty() ? "" : "threads " + threads);
  }

  /** Threads of nobody who is known to keep some. */
  private static Set<String> threads() {
    Set<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      ThreadGroup group = thread.getThreadGroup();
      if (group != null
          && !World.GROUP.parentOf(group)
          && !group.getName().equals("system")
          && !group.getName().equals("InnocuousThreadGroup")
          && !isKept(thread.getName())) {
        names.add(thread.getName());
      }
    }
    return names;
  }

  private static boolean isKept(String name) {
    return name.equals("main")
        || name.startsWith("OkHttp")
        || name.startsWith("Okio")
        || name.startsWith("Keep-Alive")
        || name.equals("Native reference cleanup thread") // Corretto's.
        || name.startsWith("surefire")
        || name.startsWith("DestroyJavaVM");
  }

  private static int sockets() {
    int count = 0;
    if (Files.isDirectory(DESCRIPTORS)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(DESCRIPTORS)) {
        for (Path entry : entries) {
          count += isSocket(entry) ? 1 : 0;
        }
      } catch (IOException e) {
        return 0;
      }
    }
    return count;
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException e) {
      return false;
    }
  }
}
