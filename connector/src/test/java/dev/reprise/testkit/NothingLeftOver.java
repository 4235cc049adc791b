package dev.reprise.testkit;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A rule that fails a test which leaves a thread, a socket or a leased lane behind. Register it as
 * the first extension of a test, and close what the test opened within the test or an {@code
 * AfterEach}. Sockets are counted where the system has {@code /proc/self/fd}.
 */
public final class NothingLeftOver implements BeforeEachCallback, AfterEachCallback {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private final List<IntSupplier> leased = new ArrayList<>();
  private Set<String> threads;
  private int sockets;

  /** Watches the leased lanes of a factory too, for instance {@code f.laneCounts()::leased}. */
  public void watchLeases(IntSupplier count) {
    leased.add(count);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    leased.clear();
    threads = threads();
    sockets = sockets();
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    if (context.getExecutionException().isPresent()) {
      return;
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Supplier<String> left = this::left;
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
    Set<String> now = threads();
    now.removeAll(threads);
    if (!now.isEmpty()) {
      left.add("threads " + now);
    }
    if (sockets() > sockets) {
      left.add((sockets() - sockets) + " sockets");
    }
    int lanes = leased.stream().mapToInt(IntSupplier::getAsInt).sum();
    if (lanes > 0) {
      left.add(lanes + " leased lanes");
    }
    return String.join(", ", left);
  }

  private static Set<String> threads() {
    Set<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      String group = thread.getThreadGroup() == null ? "" : thread.getThreadGroup().getName();
      if (!group.equals("system") && !group.equals("InnocuousThreadGroup")) {
        names.add(thread.getName() + "#" + System.identityHashCode(thread));
      }
    }
    return names;
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
