package dev.reprise.tls.internal.lane;

/**
 * Whether the next server behind an address is likely to resume a session that serves many
 * connections, as those of TLS 1.2 do, or a ticket of TLS 1.3: what most of the latest did. A
 * counter that stops at its ends, so that a single handshake of the other kind does not change its
 * mind. Used under the lock of its {@link PeerLanes}.
 */
final class SessionKind {

  private static final int MOST = 15;
  private static final int UNKNOWN = MOST + 1;

  /** From 0, where all of the latest were of TLS 1.3, to {@link #MOST}, where none was. */
  private int reusable = UNKNOWN;

  void seen(boolean isReusable) {
    reusable =
        reusable == UNKNOWN
            ? (isReusable ? MOST : 0)
            : Math.max(0, Math.min(MOST, reusable + (isReusable ? 1 : -1)));
  }

  /** Whether a session for many is to be offered rather than a ticket, if there are both. */
  boolean isReusable() {
    return reusable > MOST / 2;
  }

  /** Whether nothing has spoken for tickets lately. */
  boolean isSurelyReusable() {
    return reusable >= MOST;
  }
}
