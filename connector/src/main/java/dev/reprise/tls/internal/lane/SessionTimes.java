package dev.reprise.tls.internal.lane;

import java.util.concurrent.TimeUnit;

/**
 * When a lane was used, and its sessions came and served, in the clock's nanoseconds. Used under
 * the lock of its {@link PeerLanes}.
 */
final class SessionTimes {

  /** How long a resumed handshake vouches for a session that many use. */
  private static final long VOUCHED_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** When a connection last took or freed the lane. */
  long usedAt;

  /** When the newest session or ticket came. */
  long obtainedAt;

  /**
   * When the last full handshake was completed, from which all sessions descend; before the first,
   * when the lane was made.
   */
  private long fullAt;

  /** When a handshake last resumed one; before the first, too long ago to say anything. */
  long resumedAt;

  /** When a connection was last allowed to try the session on behalf of all. */
  private long triedAt;

  /**
   * Of no session yet.
   *
   * @param now says nothing without others: the clock may have been running for longer than any
   *     session lasts
   */
  SessionTimes(long now) {
    usedAt = now;
    resumedAt = now - VOUCHED_NANOS;
    triedAt = resumedAt;
    renewed(now);
  }

  void renewed(long now) {
    obtainedAt = now;
    fullAt = now;
  }

  /**
   * Whether sessions are past their time, for Conscrypt counts that of each ticket from its start.
   * JSSE ends them too, but by another clock, and counts from within the handshake. So it is a
   * little early here: what JSSE has ended looks like what the server did not give.
   */
  boolean outlived(long now, long timeoutNanos) {
    return now - fullAt > timeoutNanos - timeoutNanos / 64;
  }

  /**
   * Whether the caller may offer the session along with others: it was resumed within that time, or
   * the caller is the one to try it.
   */
  boolean vouch(long now) {
    boolean vouched = now - resumedAt < VOUCHED_NANOS;
    boolean tries = !vouched && now - triedAt >= VOUCHED_NANOS;
    triedAt = tries ? now : triedAt;
    return vouched || tries;
  }
}
