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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A rule that fails a test which leaves a thread, a socket or a leased lane behind. Register it as
 * the first extension of a test, and close what the test opened within the test or an {@code
 * AfterEach}. Sockets are counted where the system has {@code /proc/self/fd}. A thread of a pool
 * that waits for work no longer than its time has until the end of the class to be gone.
 */
public final class NothingLeftOver implements BeforeEachCallback, AfterEachCallback {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private final ThreadGroup exempt;
  private final Duration patience;
  private final List<IntSupplier> leased = new ArrayList<>();
  private Set<Thread> threads;
  private Set<String> sockets;

  /** Watches all threads. */
  public NothingLeftOver() {
    this(null);
  }

  /**
   * Watches all threads but those of a group, such as the pools of a server that serves a whole
   * class of tests.
   */
  public NothingLeftOver(ThreadGroup exempt) {
    this(exempt, PATIENCE);
  }

  NothingLeftOver(ThreadGroup exempt, Duration patience) {
    this.exempt = exempt;
    this.patience = patience;
  }

  /** Watches the leased lanes of a factory too, for instance {@code f.laneCounts()::leased}. */
  public void watchLeases(IntSupplier count) {
    leased.add(count);
  }

  /**
   * The first close of a socket under a blocked thread opens a descriptor that the JDK keeps, and
   * so does, on JDK 11, the first use of a channel.
   */
  private static void openTheMarkerDescriptors() {
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
        && frames[0].isNativeMethod()
        && (frames[0].getClassName().startsWith("java.net.")
            || frames[0].getClassName().startsWith("sun.nio.ch."));
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    leased.clear();
    openTheMarkerDescriptors();
    threads = threads().keySet();
    sockets = sockets();
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    if (context.getExecutionException().isPresent()) {
      return;
    }
    awaitNothing(this::left, patience);
    context
        .getParent()
        .orElseThrow()
        .getStore(ExtensionContext.Namespace.create(NothingLeftOver.class))
        .getOrComputeIfAbsent(
            IdleThreads.class, key -> new IdleThreads(patience), IdleThreads.class)
        .threads
        .addAll(newThreads().keySet());
  }

  private static void awaitNothing(Supplier<String> left, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    String found = left.get();
    while (!found.isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("Left over: " + found);
      }
      Thread.sleep(10);
      found = left.get();
    }
  }

  private String left() {
    List<String> left = new ArrayList<>();
    Set<String> busy = new TreeSet<>();
    newThreads().forEach((thread, frames) -> addUnlessIdle(busy, thread, frames));
    if (!busy.isEmpty()) {
      left.add("threads " + busy);
    }
    Set<String> open = sockets();
    int more = open.size() - sockets.size();
    if (more > 0) {
      open.removeAll(sockets);
      left.add(more + " sockets of " + described(open));
    }
    int lanes = leased.stream().mapToInt(IntSupplier::getAsInt).sum();
    if (lanes > 0) {
      left.add(lanes + " leased lanes");
    }
    return String.join(", ", left);
  }

  /** With what each is doing. */
  private Map<Thread, StackTraceElement[]> newThreads() {
    Map<Thread, StackTraceElement[]> found = threads();
    found.keySet().removeAll(threads);
    return found;
  }

  private Map<Thread, StackTraceElement[]> threads() {
    Map<Thread, StackTraceElement[]> found = new HashMap<>();
    Thread.getAllStackTraces()
        .forEach(
            (thread, frames) -> {
              // JUnit starts one for the first test that has a time limit.
              if (isWatched(thread.getThreadGroup()) && !thread.getName().startsWith("junit-")) {
                found.put(thread, frames);
              }
            });
    return found;
  }

  private static void addUnlessIdle(Set<String> names, Thread thread, StackTraceElement[] frames) {
    if (!isIdle(frames)) {
      names.add(thread.getName() + "#" + System.identityHashCode(thread));
    }
  }

  /** Whether it waits in a thread pool for work, and with a limit: else it would take. */
  private static boolean isIdle(StackTraceElement[] frames) {
    for (int i = 1; i < frames.length; i++) {
      if (frames[i].getClassName().equals("java.util.concurrent.ThreadPoolExecutor")
          && frames[i].getMethodName().equals("getTask")) {
        return frames[i - 1].getMethodName().equals("poll");
      }
    }
    return false;
  }

  private boolean isWatched(ThreadGroup group) {
    if (group == null) {
      return true;
    }
    boolean ofTheJdk =
        group.getName().equals("system") || group.getName().equals("InnocuousThreadGroup");
    return !ofTheJdk && (exempt == null || !exempt.parentOf(group));
  }

  /** The inodes of the sockets that this process has open. */
  private static Set<String> sockets() {
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
        return Set.of();
      }
    }
    return inodes;
  }

  /** Null if it is no socket, or was closed meanwhile. */
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

  /** Ports (in hexadecimal) and state of each, as the system has them. */
  private static List<String> described(Set<String> inodes) {
    List<String> sockets = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      try {
        for (String row : Files.readAllLines(Path.of("/proc/self/net", table))) {
          String[] columns = row.trim().split(" +");
          if (columns.length > 9 && inodes.contains(columns[9])) {
            sockets.add(
                String.format("%s to %s state %s", port(columns[1]), port(columns[2]), columns[3]));
          }
        }
      } catch (IOException e) {
        return List.of("(no table of sockets)");
      }
    }
    return sockets;
  }

  private static String port(String address) {
    return address.substring(address.indexOf(':') + 1);
  }

  /** Those of all tests of a class. */
  static final class IdleThreads implements ExtensionContext.Store.CloseableResource {

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final Duration patience;

    IdleThreads(Duration patience) {
      this.patience = patience;
    }

    @Override
    public void close() throws InterruptedException {
      awaitNothing(this::left, patience);
    }

    private String left() {
      threads.removeIf(thread -> !thread.isAlive());
      return threads.isEmpty() ? "" : "threads " + threads;
    }
  }
}
