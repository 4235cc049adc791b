package dev.reprise.tls.internal.lane;

import java.util.concurrent.TimeUnit;

/**
 * Whether the addresses of one name take each other's tickets: it is found out with one ticket,
 * offered at another address than it came from. While that succeeds, all addresses share what they
 * have; a refusal keeps them apart for an hour. Used under the lock of its {@link PeerLanes}.
 */
final class AddressTrial {

  private static final long AGAIN_NANOS = TimeUnit.HOURS.toNanos(1);

  private long notBefore;
  private boolean shared;

  AddressTrial(long now) {
    notBefore = now;
  }

  /** Whether a ticket of another address may be offered now; if it is not known, one may. */
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
