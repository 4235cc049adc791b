package dev.reprise.tls.internal.lane;

/**
 * Predicts what the next server behind an address will resume: a session that serves many
 * connections, as in TLS 1.2, or a TLS 1.3 ticket. It goes by most of the latest handshakes. The
 * counter stops at its ends, and a single handshake of the other kind does not change the answer.
 * Used under the lock of its {@link PeerLanes}.
 */
final class SessionKind {

  private static final int MOST = 15;
  private static final int UNKNOWN = MOST + 1;

  /** From 0, if all of the latest handshakes were TLS 1.3, to {@link #MOST}, if none was. */
  private int reusable = UNKNOWN;

  void seen(boolean isReusable) {
    reusable =
        reusable == UNKNOWN
            ? (isReusable ? MOST : 0)
            : Math.max(0, Math.min(MOST, reusable + (isReusable ? 1 : -1)));
  }

  /** Returns whether to prefer a session that serves many to a ticket, if there are both. */
  boolean isReusable() {
    return reusable > MOST / 2;
  }

  /** Returns whether no recent handshake was TLS 1.3. */
  boolean isSurelyReusable() {
    return reusable >= MOST;
  }
}
