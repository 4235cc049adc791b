package dev.reprise.testkit;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another thread brings about. */
public final class Eventually {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Eventually() {}

  /**
   * Waits until this is so.
   *
   * @throws AssertionError if it is not within half a minute
   */
  public static void holds(BooleanSupplier condition) throws InterruptedException {
    holds(condition, () -> "");
  }

  /**
   * Waits until this is so.
   *
   * @param state what there is instead, for the error
   * @throws AssertionError if it is not within half a minute
   */
  public static void holds(BooleanSupplier condition, Supplier<?> state)
      throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new AssertionError("What is waited for does not come: " + state.get());
      }
      Thread.sleep(1);
    }
  }
}
