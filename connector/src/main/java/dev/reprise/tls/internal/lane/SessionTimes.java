package dev.reprise.tls.internal.lane;

import java.util.concurrent.TimeUnit;

/**
 * When a lane was used, and when its sessions came and were resumed, in the clock's nanoseconds.
 * Used under the lock of its {@link PeerLanes}.
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

  /** When a handshake last resumed a session; at first, too long ago to vouch for one. */
  long resumedAt;

  /** When a connection was last allowed to try the session on behalf of all. */
  private long triedAt;

  /**
   * Starts without a session. All times are set relative to {@code now}, because the clock may
   * start anywhere.
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
   * Returns whether the sessions are past the timeout. Conscrypt counts from each ticket's start,
   * so renewed tickets never end. JSSE ends them, but by another clock, and counts from within the
   * handshake. This check is a little early, or a session that JSSE ended would look as if the
   * server gave none.
   */
  boolean outlived(long now, long timeoutNanos) {
    return now - fullAt > timeoutNanos - timeoutNanos / 64;
  }

  /**
   * Returns whether the caller may offer a session that others offer too. That is so if it was
   * resumed lately, or if the caller is the one to try it.
   */
  boolean vouch(long now) {
    boolean vouched = now - resumedAt < VOUCHED_NANOS;
    boolean tries = !vouched && now - triedAt >= VOUCHED_NANOS;
    triedAt = tries ? now : triedAt;
    return vouched || tries;
  }
}
