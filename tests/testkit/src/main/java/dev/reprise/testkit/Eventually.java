package dev.reprise.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for the effect of another thread. */
public final class Eventually {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration LOOK = Duration.ofMillis(1);

  private Eventually() {}

  /**
   * Waits until this is so.
   *
   * @throws AssertionError if it is not within a minute, or if the thread is interrupted
   */
  public static void holds(BooleanSupplier condition) {
    holds(condition, () -> "");
  }

  /**
   * Waits until this is so.
   *
   * @param state the state instead, for the error message
   * @throws AssertionError if it is not within a minute, or if the thread is interrupted
   */
  public static void holds(BooleanSupplier condition, Supplier<?> state) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new AssertionError("What is waited for does not come: " + state.get());
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError("Interrupted before what is waited for came: " + state.get());
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }
}
