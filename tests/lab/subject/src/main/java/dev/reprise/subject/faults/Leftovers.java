package dev.reprise.subject.faults;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Compares threads, open descriptors, lanes and pool leases with those of an earlier moment. */
final class Leftovers {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(4);
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private final ProbedClient client;
  private final Set<Thread> threads;
  private final int sockets;

  /** Takes the moment to compare with. */
  Leftovers(ProbedClient client) throws IOException {
    this.client = client;
    threads = threads();
    sockets = sockets();
  }

  /** The first close of a socket under a blocked thread opens a descriptor that the JDK keeps. */
  static void openMarkerDescriptor() throws IOException, InterruptedException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
      Thread reader =
          new Thread(
              () -> {
                try {
                  socket.getInputStream().read();
                } catch (IOException e) {
                  // Closed, as was to happen.
                }
              });
      reader.start();
      while (reader.getState() != Thread.State.RUNNABLE) {
        Thread.onSpinWait();
      }
      socket.close();
      reader.join();
    }
  }

  /** What stays for seconds, in words; empty if nothing does. */
  String left() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    String found = now();
    while (!found.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(5);
      found = now();
    }
    return found;
  }

  private String now() throws IOException {
    List<String> left = new ArrayList<>();
    Set<Thread> more = threads();
    more.removeAll(threads);
    if (!more.isEmpty()) {
      left.add("threads " + more.stream().map(Thread::getName).sorted().collect(joining(" ")));
    }
    add(left, sockets() - sockets, "sockets");
    add(left, client.leasedLanes(), "leased lanes");
    add(left, client.leasedConnections(), "leased connections");
    return String.join(", ", left);
  }

  private static void add(List<String> left, int count, String what) {
    if (count > 0) {
      left.add(count + " " + what);
    }
  }

  private static Set<Thread> threads() {
    Set<Thread> found = new HashSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      ThreadGroup group = thread.getThreadGroup();
      boolean ofTheJdk =
          group != null
              && (group.getName().equals("system")
                  || group.getName().equals("InnocuousThreadGroup"));
      if (!ofTheJdk) {
        found.add(thread);
      }
    }
    return found;
  }

  private static int sockets() throws IOException {
    int count = 0;
    if (Files.isDirectory(DESCRIPTORS)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(DESCRIPTORS)) {
        for (Path entry : entries) {
          count += isSocket(entry) ? 1 : 0;
        }
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
