package dev.reprise.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A rule that fails a test which leaves a thread, a socket or a leased lane behind. Register it as
 * the first extension of a test, and close what the test opened within the test or an {@code
 * AfterEach}. A pool's thread that waits for work with a time limit may live until the end of the
 * class.
 */
public final class NothingLeftOver implements BeforeEachCallback, AfterEachCallback {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Duration patience;
  private final List<IntSupplier> leased = new ArrayList<>();
  private LeftOvers leftOvers;

  public NothingLeftOver() {
    this(PATIENCE);
  }

  NothingLeftOver(Duration patience) {
    this.patience = patience;
  }

  /** Watches the leased lanes of a factory too, for instance {@code f.laneCounts()::leased}. */
  public void watchLeases(IntSupplier count) {
    leased.add(count);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    leased.clear();
    LeftOvers.openMarkerDescriptors();
    leftOvers =
        new LeftOvers(NothingLeftOver::isExempt)
            .watch("leased lanes", () -> leased.stream().mapToInt(IntSupplier::getAsInt).sum());
  }

  /** JUnit starts one for the first test that has a time limit. */
  private static boolean isExempt(Thread thread) {
    return thread.getName().startsWith("junit-");
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    if (context.getExecutionException().isPresent()) {
      return;
    }
    IdleThreads idle =
        context
            .getParent()
            .orElseThrow()
            .getStore(ExtensionContext.Namespace.create(NothingLeftOver.class))
            .getOrComputeIfAbsent(
                IdleThreads.class, key -> new IdleThreads(patience), IdleThreads.class);
    failUnlessGone(
        () -> {
          Map<Thread, StackTraceElement[]> busy = leftOvers.newThreads();
          idle.takeFrom(busy);
          return leftOvers.left(busy.keySet());
        },
        patience);
  }

  private static void failUnlessGone(Supplier<String> what, Duration patience)
      throws InterruptedException {
    String left = LeftOvers.staying(what, patience);
    if (!left.isEmpty()) {
      throw new AssertionError("Left over: " + left);
    }
  }

  /** The left-overs of all tests of a class. */
  static final class IdleThreads
      implements ExtensionContext.Store.CloseableResource, AutoCloseable {

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final Duration patience;

    IdleThreads(Duration patience) {
      this.patience = patience;
    }

    void takeFrom(Map<Thread, StackTraceElement[]> found) {
      Set<Thread> idle = new HashSet<>(found.keySet());
      idle.removeIf(thread -> !isIdle(found.get(thread)));
      found.keySet().removeAll(idle);
      threads.addAll(idle);
    }

    /** Whether it waits in a thread pool for work, with a time limit. */
    private static boolean isIdle(StackTraceElement[] frames) {
      for (int i = 1; i < frames.length; i++) {
        if (frames[i].getClassName().equals("java.util.concurrent.ThreadPoolExecutor")
            && frames[i].getMethodName().equals("getTask")) {
          return frames[i - 1].getMethodName().equals("poll");
        }
      }
      return false;
    }

    @Override
    public void close() throws InterruptedException {
      failUnlessGone(this::left, patience);
    }

    private String left() {
      threads.removeIf(thread -> !thread.isAlive());
      return threads.isEmpty() ? "" : "threads " + LeftOvers.names(threads);
    }
  }
}
