package dev.reprise.tls;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * Closes the socket of a TLS provider that must not be closed under a thread that is within it: the
 * last to leave does it.
 */
final class ProviderRelease {

  private final BooleanSupplier inUse;
  private final AtomicReference<BoundedClose> due = new AtomicReference<>();

  /**
   * Nothing is due yet.
   *
   * @param inUse whether a thread is within the provider; who comes in after the socket was closed
   *     leaves again
   */
  ProviderRelease(BooleanSupplier inUse) {
    this.inUse = inUse;
  }

  /** As soon as nobody uses it; for a connection that was reset. */
  void of(BoundedClose reset) {
    due.set(reset);
    left();
  }

  /** A thread has left the provider. */
  void left() {
    if (due.get() != null && !inUse.getAsBoolean()) {
      BoundedClose reset = due.getAndSet(null);
      if (reset != null) {
        reset.releaseProvider();
      }
    }
  }
}
