package dev.reprise.tls;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether the addresses of one name take each other's tickets.
 *
 * <p>They may be one service with shared ticket keys, or servers of their own. It is found out with
 * one ticket, offered at another address than it came from. While that succeeds, all addresses
 * share what they have; a refusal keeps them apart, and is looked at again after a time that grows
 * with each one.
 */
final class AddressTrial {

  private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int MOST_DOUBLINGS = 10;

  private final AtomicLong notBefore;
  private volatile boolean shared;
  private volatile int refusals;

  AddressTrial(long now) {
    notBefore = new AtomicLong(now);
  }

  /** Whether a ticket of another address may be offered now; if it is not known, one may. */
  boolean mayOffer(long now) {
    long time = notBefore.get();
    return shared || (now - time >= 0 && notBefore.compareAndSet(time, now + AGAIN_NANOS));
  }

  /** Notes what became of a session offered at another address; of many at once, any counts. */
  void offered(boolean resumed, long now) {
    int before = refusals;
    if (resumed != shared) {
      shared = resumed;
    }
    if (!resumed) {
      refusals = Math.min(MOST_DOUBLINGS, before + 1);
      notBefore.set(now + (AGAIN_NANOS << before));
    } else if (before > 0) {
      refusals = 0;
    }
  }
}
