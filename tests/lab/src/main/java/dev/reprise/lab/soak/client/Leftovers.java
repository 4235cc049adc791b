package dev.reprise.lab.soak.client;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Compares threads, sockets, lanes and leases with those before the first request. */
final class Leftovers {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final SoakedClient client;
  private final PlatformThreads threads = new PlatformThreads();
  private final int sockets = ProcessFiles.sockets();

  /** Takes the moment to compare with. */
  Leftovers(SoakedClient client) throws IOException {
    this.client = client;
  }

  /** What stays for seconds, in words; empty if nothing does. */
  String left() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    String found = now();
    while (!found.isEmpty() && System.nanoTime() - deadline < 0) {
      Thread.sleep(10);
      found = now();
    }
    return found;
  }

  private String now() throws IOException {
    List<String> left = new ArrayList<>();
    Set<Thread> more = new PlatformThreads().since(threads);
    if (!more.isEmpty()) {
      left.add("threads " + more.stream().map(Thread::getName).sorted().collect(joining(" ")));
    }
    add(left, ProcessFiles.sockets() - sockets, "sockets");
    add(left, client.lanes().leased(), "leased lanes");
    add(left, client.leases(), "leased connections");
    return String.join(", ", left);
  }

  private static void add(List<String> left, int count, String what) {
    if (count > 0) {
      left.add(count + " " + what);
    }
  }
}
