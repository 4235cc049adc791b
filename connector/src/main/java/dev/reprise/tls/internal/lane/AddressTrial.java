package dev.reprise.tls.internal.lane;

import java.util.concurrent.TimeUnit;

/**
 * Finds out whether the addresses of one name accept each other's tickets. One ticket is offered at
 * another address than its own. While that succeeds, all addresses share their tickets. A refusal
 * keeps them apart for an hour. Used under the lock of its {@link PeerLanes}.
 */
final class AddressTrial {

  private static final long AGAIN_NANOS = TimeUnit.HOURS.toNanos(1);

  private long notBefore;
  private boolean shared;

  AddressTrial(long now) {
    notBefore = now;
  }

  /** Returns whether to offer another address's ticket now: always if shared, else once an hour. */
  boolean mayOffer(long now) {
    boolean due = now - notBefore >= 0;
    if (due) {
      notBefore = now + AGAIN_NANOS;
    }
    return shared || due;
  }

  void offered(boolean resumed, long now) {
    shared = resumed;
    if (!resumed) {
      notBefore = now + AGAIN_NANOS;
    }
  }
}
