package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who runs the tasks of others, and how many. */
@Timeout(30)
class SerialTasksTest {

  private static final int MOST = 4;
  private static final int CALLERS = 100;

  private final SerialTasks tasks = new SerialTasks(() -> null, MOST);
  private final Queue<Thread> runners = new ConcurrentLinkedQueue<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /** A thread within a task, which others come to and wait behind. */
  private Thread busy() throws InterruptedException {
    Thread first = new Thread(() -> tasks.runAndWait(this::waitWithinTask));
    first.start();
    begun.await();
    return first;
  }

  private void waitWithinTask() {
    begun.countDown();
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  @RepeatedTest(20)
  void nobodyRunsMoreThanSomeOfOthersWhileTheyWait() throws Exception {
    Thread first = busy();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      Thread caller = new Thread(() -> tasks.runAndWait(() -> runners.add(Thread.currentThread())));
      caller.start();
      awaitWaiting(caller);
      callers.add(caller);
    }
    goOn.countDown();
    first.join();
    for (Thread caller : callers) {
      caller.join();
    }
    assertThat(runners).hasSize(CALLERS);
    callers.add(first);
    for (Thread caller : callers) {
      // Some of others, and its own; a thread may be chosen once more before its own is run.
      assertThat(runners.stream().filter(runner -> runner == caller).count())
          .isLessThanOrEqualTo(2 * MOST + 1);
    }
    assertThat(runners.stream().filter(runner -> runner == first).count())
        .isLessThanOrEqualTo(MOST);
  }

  @Test
  void tasksThatNobodyWaitsForAreAllRunByWhoIsThere() throws Exception {
    Thread first = busy();
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < CALLERS; i++) {
      tasks.run(done::incrementAndGet);
    }
    assertThat(done).hasValue(0);
    goOn.countDown();
    first.join();
    assertThat(done).hasValue(CALLERS);
  }

  @Test
  void theInterruptFlagOfOneThatWaitsIsLeft() throws Exception {
    Thread first = busy();
    AtomicInteger seen = new AtomicInteger();
    Thread caller =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              tasks.runAndWait(seen::incrementAndGet);
              seen.addAndGet(Thread.currentThread().isInterrupted() ? 10 : 0);
            });
    caller.start();
    awaitWaiting(caller);
    goOn.countDown();
    caller.join();
    first.join();
    assertThat(seen).hasValue(11);
  }
}
