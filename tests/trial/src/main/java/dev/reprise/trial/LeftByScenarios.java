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
  private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(75);

  private static final Set<String> KEPT = Set.of("main", "Native reference cleanup thread");

  private final LeftOvers leftOvers =
      new LeftOvers(
          thread ->
              thread.getThreadGroup() == null
                  || World.GROUP.parentOf(thread.getThreadGroup())
                  || KEPT.contains(thread.getName())
                  || thread.getName().matches("(Keep-Alive|surefire|DestroyJavaVM).*"));

  /** What is left over; empty if there is nothing. */
  String found() {
    World.within(
        PATIENCE_MILLIS,
        () -> {
          boolean nothing = left().isEmpty();
          if (!nothing) {
            // Stock leaves sockets to the garbage collector where a handshake fails.
            System.gc();
            World.pause(200);
          }
          return nothing;
        });
    return left();
  }

  private String left() {
    int sockets = leftOvers.newSockets();
    Set<String> threads = new TreeSet<>();
    leftOvers.newThreads().keySet().forEach(thread -> threads.add(thread.getName()));
    return (sockets > ALLOWED_SOCKETS ? sockets + " sockets " : "")
        + (threads.isEmpty() ? "" : "threads " + threads);
  }
}
