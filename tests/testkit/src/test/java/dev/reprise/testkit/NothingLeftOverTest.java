package dev.reprise.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.DatagramSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** What tests leave behind fails them, or their class. */
class NothingLeftOverTest {

  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final CountDownLatch END = new CountDownLatch(1);

  abstract static class Rule {

    @RegisterExtension final NothingLeftOver nothingLeftOver;

    Rule(Duration patience) {
      nothingLeftOver = new NothingLeftOver(null, patience);
    }

    /** Has it start a thread that then waits. */
    static void work(ThreadPoolExecutor pool) throws InterruptedException {
      CountDownLatch done = new CountDownLatch(1);
      pool.execute(done::countDown);
      done.await();
    }

    static ThreadPoolExecutor pool(int core, int seconds) {
      return new ThreadPoolExecutor(
          core,
          4,
          seconds,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "left-over-" + core + "-" + seconds);
            thread.setDaemon(true);
            return thread;
          });
    }
  }

  static class LeavesNothing extends Rule {
    LeavesNothing() {
      super(LONG);
    }

    @Test
    void one() throws IOException {
      new DatagramSocket().close();
    }
  }

  static class LeavesASocket extends Rule {
    LeavesASocket() {
      super(SHORT);
    }

    static DatagramSocket socket;

    @Test
    void one() throws IOException {
      socket = new DatagramSocket();
    }
  }

  static class LeavesAThread extends Rule {
    LeavesAThread() {
      super(SHORT);
    }

    @Test
    void one() {
      Thread thread =
          new Thread(
              () -> {
                try {
                  END.await(60, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                  // It ends.
                }
              },
              "left-over");
      thread.setDaemon(true);
      thread.start();
    }
  }

  static class LeavesAPool extends Rule {
    LeavesAPool() {
      super(SHORT);
    }

    @Test
    void one() throws InterruptedException {
      work(pool(1, 1));
    }
  }

  static class LeavesThreadsThatEnd extends Rule {
    LeavesThreadsThatEnd() {
      super(LONG);
    }

    @Test
    void one() throws InterruptedException {
      work(pool(0, 1));
    }

    @Test
    void two() throws InterruptedException {
      work(pool(0, 1));
    }
  }

  static class LeavesAThreadForAMinute extends Rule {
    LeavesAThreadForAMinute() {
      super(SHORT);
    }

    @Test
    void one() throws InterruptedException {
      work(pool(0, 60));
    }
  }

  private static TestExecutionSummary run(Class<?> tests) {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build();
    LauncherFactory.create().execute(request, summary);
    return summary.getSummary();
  }

  private static void assertFails(Class<?> tests, long failedTests, String what) {
    TestExecutionSummary summary = run(tests);
    assertThat(summary.getFailures())
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure.getException())
                    .hasMessageStartingWith("Left over: ")
                    .hasMessageContaining(what));
    assertThat(summary.getTestsFailedCount()).isEqualTo(failedTests);
  }

  @Test
  void whatIsClosedIsNotLeft() {
    assertThat(run(LeavesNothing.class).getTotalFailureCount()).isZero();
  }

  @Test
  void aSocketIsLeft() {
    assertFails(LeavesASocket.class, 1, "1 sockets");
    LeavesASocket.socket.close();
  }

  @Test
  void aThreadThatDoesSomethingIsLeft() {
    assertFails(LeavesAThread.class, 1, "threads [left-over");
    END.countDown();
  }

  @Test
  void aThreadThatWaitsForWorkForEverIsLeft() {
    assertFails(LeavesAPool.class, 1, "threads [left-over");
  }

  @Test
  void threadsThatEndOfThemselvesAreGoneAtTheEndOfTheClass() {
    TestExecutionSummary summary = run(LeavesThreadsThatEnd.class);
    assertThat(summary.getTotalFailureCount()).isZero();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.isAlive() && thread.getName().equals("left-over-0-1"));
  }

  @Test
  void threadsThatDoNotEndSoonFailTheClass() {
    assertFails(LeavesAThreadForAMinute.class, 0, "left-over");
  }
}
