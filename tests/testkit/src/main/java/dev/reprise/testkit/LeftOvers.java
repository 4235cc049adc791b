package dev.reprise.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What this process has now, but did not have at an earlier moment: threads that are not the JDK's
 * own, sockets (if the system has {@code /proc/self/fd}), and what else is watched. For use by one
 * thread.
 */
public final class LeftOvers {

  private static final String HTTP_CLIENT_5_OPERATOR =
      "org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator";
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Set<String> GROUPS_OF_THE_JDK =
      Set.of("system", "InnocuousThreadGroup", "CarrierThreads");

  private final Predicate<Thread> exempt;
  private final Set<Thread> threads;
  private final Set<String> sockets = openSockets();
  private final Map<String, IntSupplier> watched = new LinkedHashMap<>();

  /** Takes the state to compare with. Watches all threads. */
  public LeftOvers() {
    this(thread -> false);
  }

  /** Takes the state to compare with. Watches all threads that are not exempt. */
  public LeftOvers(Predicate<Thread> exempt) {
    this.exempt = exempt;
    threads = Thread.getAllStackTraces().keySet();
  }

  /** Watches a count that should be 0, such as {@code f.laneCounts()::leased}. */
  public LeftOvers watch(String what, IntSupplier count) {
    watched.put(what, count);
    return this;
  }

  /**
   * The first close of a socket under a blocked thread opens a descriptor that the JDK keeps, and
   * so does, on JDK 11, the first use of a channel. HttpClient 5 opens sockets when its operator is
   * initialized, to see their options, and leaves them to the collector.
   */
  public static void openMarkerDescriptors() {
    try {
      Class.forName(HTTP_CLIENT_5_OPERATOR);
    } catch (ClassNotFoundException | LinkageError e) {
      // It is not used here, or this runtime lacks the module jdk.net.
    }
    try (SocketChannel channel = SocketChannel.open();
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
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
      while (!isWithinARead(reader)) {
        Thread.onSpinWait();
      }
      socket.close();
      reader.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isWithinARead(Thread reader) {
    StackTraceElement[] frames = reader.getStackTrace();
    return frames.length > 0
        // Not any native method: a first read calls others on its way, and no close would wait.
        && Set.of("poll", "read0", "socketRead0").contains(frames[0].getMethodName());
  }

  /** What is left over, in words; empty if nothing is. */
  public String left() {
    return left(newThreads().keySet());
  }

  /**
   * What is still left over after this time, in words; empty if nothing is. Returns as soon as
   * nothing is left.
   */
  public String left(Duration patience) throws InterruptedException {
    return staying(this::left, patience);
  }

  static String staying(Supplier<String> left, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    String found = left.get();
    while (!found.isEmpty() && System.nanoTime() - deadline < 0) {
      Thread.sleep(10);
      found = left.get();
    }
    return found;
  }

  /** The same, but of the new threads only these. */
  String left(Set<Thread> some) {
    List<String> left = new ArrayList<>();
    if (!some.isEmpty()) {
      left.add("threads " + names(some));
    }
    Set<String> open = openSockets();
    int more = open.size() - sockets.size();
    if (more > 0) {
      open.removeAll(sockets);
      left.add(more + " sockets of " + described(open));
    }
    watched.forEach(
        (what, count) -> {
          int now = count.getAsInt();
          if (now > 0) {
            left.add(now + " " + what);
          }
        });
    return String.join(", ", left);
  }

  static Set<String> names(Set<Thread> threads) {
    Set<String> names = new TreeSet<>();
    threads.forEach(thread -> names.add(thread.getName() + "#" + System.identityHashCode(thread)));
    return names;
  }

  /** The threads that did not exist then, with what each is doing. */
  public Map<Thread, StackTraceElement[]> newThreads() {
    Map<Thread, StackTraceElement[]> found = new HashMap<>(Thread.getAllStackTraces());
    found.keySet().removeAll(threads);
    found.keySet().removeIf(thread -> isOfTheJdk(thread) || exempt.test(thread));
    return found;
  }

  private static boolean isOfTheJdk(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group != null && GROUPS_OF_THE_JDK.contains(group.getName());
  }

  public int newSockets() {
    return openSockets().size() - sockets.size();
  }

  private static Set<String> openSockets() {
    Set<String> inodes = new TreeSet<>();
    if (Files.isDirectory(DESCRIPTORS)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(DESCRIPTORS)) {
        for (Path entry : entries) {
          String inode = inode(entry);
          if (inode != null) {
            inodes.add(inode);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return inodes;
  }

  /** Null if it is not a socket, or has been closed meanwhile. */
  private static String inode(Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      return target.startsWith("socket:[")
          ? target.substring("socket:[".length(), target.length() - 1)
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Their rows in the system's tables. A socket that was reset or never connected has none. */
  private static List<String> described(Set<String> inodes) {
    List<String> rows = new ArrayList<>();
    for (String table : List.of("unix", "tcp", "tcp6")) {
      try {
        for (String row : Files.readAllLines(Path.of("/proc/self/net", table))) {
          if (Arrays.stream(row.split(" +")).anyMatch(inodes::contains)) {
            rows.add(table + " " + row.strip());
          }
        }
      } catch (IOException e) {
        rows.add("(no table " + table + ")");
      }
    }
    return rows;
  }
}
