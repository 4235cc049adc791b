package dev.reprise.demo.page;

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.core.NestedExceptionUtils;

/** Callers in a closed loop: each sends its next request when the last is answered. */
final class Workers implements AutoCloseable {
  /** Keeps a server that refuses all from being called in a tight loop. */
  private static final long PAUSE_AFTER_ERROR_MILLIS = 20;

  private static final int LONGEST_ERROR = 160;

  private final QuoteCalls calls;
  private final Switches switches;
  private final Figures figures;
  private final ThreadPoolExecutor executor;
  private volatile boolean stopped;

  /** Starts the threads, which wait for {@link #start}. */
  Workers(QuoteCalls calls, Switches switches, Figures figures) {
    this.calls = calls;
    this.switches = switches;
    this.figures = figures;
    executor = (ThreadPoolExecutor) Executors.newFixedThreadPool(switches.threads());
    executor.prestartAllCoreThreads();
  }

  void start() {
    for (int i = 0; i < switches.threads(); i++) {
      executor.execute(this::loop);
    }
  }

  private void loop() {
    for (long call = 1; !stopped; call++) {
      long start = System.nanoTime();
      try {
        calls.call(switches.isFaulty(call));
        figures.answered(System.nanoTime() - start);
      } catch (RuntimeException e) {
        if (stopped) {
          return;
        }
        figures.failed(describe(e), System.nanoTime() - start);
        pause();
      }
    }
  }

  private void pause() {
    try {
      Thread.sleep(PAUSE_AFTER_ERROR_MILLIS);
    } catch (InterruptedException e) {
      stopped = true;
      Thread.currentThread().interrupt();
    }
  }

  private static String describe(RuntimeException failure) {
    Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
    String message = cause.getMessage() == null ? "" : ": " + cause.getMessage().strip();
    String text = cause.getClass().getSimpleName() + message;
    return text.length() <= LONGEST_ERROR ? text : text.substring(0, LONGEST_ERROR) + "…";
  }

  /** Tells the threads to end after the call that each is in. */
  void stop() {
    stopped = true;
    executor.shutdown();
  }

  /** Ends the threads; what still calls after this long is interrupted and left to its timeout. */
  @Override
  public void close() {
    stop();
    try {
      if (!executor.awaitTermination(3 * Caller.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
