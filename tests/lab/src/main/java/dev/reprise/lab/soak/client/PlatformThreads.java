package dev.reprise.lab.soak.client;

import java.util.HashSet;
import java.util.Set;

/** The platform threads that are neither callers nor carriers of virtual threads. */
final class PlatformThreads {

  static final String CALLER = "soak-caller-";
  private static final String CARRIERS = "CarrierThreads";

  private final Set<Thread> others = new HashSet<>();
  private int carriers;

  /** Those that live now. */
  PlatformThreads() {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (group(thread).equals(CARRIERS)) {
        carriers++;
      } else if (!thread.getName().startsWith(CALLER)) {
        others.add(thread);
      }
    }
  }

  int others() {
    return others.size();
  }

  /** Whether there is one with this name. */
  boolean hasNamed(String name) {
    return others.stream().anyMatch(thread -> thread.getName().equals(name));
  }

  int carriers() {
    return carriers;
  }

  private static String group(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group == null ? "" : group.getName();
  }
}
