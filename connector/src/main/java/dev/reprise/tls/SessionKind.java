package dev.reprise.tls;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether the next server behind an address is likely to resume a session that serves many
 * connections, as those of TLS 1.2 do, or a ticket of TLS 1.3. One server always does the same;
 * where servers of both versions stand behind one address, or a server was upgraded, what most of
 * the latest did is likely.
 *
 * <p>A counter that stops at its ends, as processors predict branches with: a single handshake of
 * the other kind does not change its mind. Safe without locks: a count that is lost to a race is
 * made up for by the next, and nothing is written while all handshakes are of one kind.
 */
final class SessionKind {

  private static final int MOST = 15;
  private static final int UNKNOWN = MOST + 1;

  /** From 0, where all of the latest were of TLS 1.3, to {@link #MOST}, where none was. */
  private final AtomicInteger reusable = new AtomicInteger(UNKNOWN);

  /** Notes what a completed handshake brought. */
  void seen(boolean isReusable) {
    int before = reusable.get();
    int after =
        before == UNKNOWN
            ? (isReusable ? MOST : 0)
            : Math.max(0, Math.min(MOST, before + (isReusable ? 1 : -1)));
    if (after != before) {
      reusable.compareAndSet(before, after);
    }
  }

  /** Whether a session for many is to be offered rather than a ticket, if there are both. */
  boolean isReusable() {
    return reusable.get() > MOST / 2;
  }

  /** Whether nothing has spoken for tickets lately. */
  boolean isSurelyReusable() {
    return reusable.get() >= MOST;
  }
}
