package dev.reprise.trial;

import dev.reprise.testkit.LeftOvers;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Looks, when no scenario runs, for sockets and threads that scenarios have left. */
final class LeftByScenarios {

  /** Descriptors that the JDK opens once, whenever they are first needed. */
  private static final int ALLOWED_SOCKETS = 8;

  /** The JDK's cache under HttpURLConnection keeps a connection by way of a proxy for a minute. */
  private static final long PATIENCE_SECONDS = 75;

  private final LeftOvers leftOvers = new LeftOvers(LeftByScenarios::isKept);

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
    int sockets = leftOvers.newSockets();
    Set<String> threads = new TreeSet<>();
    leftOvers.newThreads().keySet().forEach(thread -> threads.add(thread.getName()));
    return (sockets > ALLOWED_SOCKETS ? sockets + " sockets " : "")
        + (threads.isEmpty() ? "" : "threads " + threads);
  }

  /** Whether somebody is known to keep it. */
  private static boolean isKept(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    String name = thread.getName();
    return group == null
        || World.GROUP.parentOf(group)
        || name.equals("main")
        || name.startsWith("OkHttp")
        || name.startsWith("Okio")
        || name.startsWith("Keep-Alive")
        || name.equals("Native reference cleanup thread") // Corretto's.
        || name.startsWith("surefire")
        || name.startsWith("DestroyJavaVM");
  }
}
