package dev.reprise.tls.internal.lane;

/**
 * When a lane's sessions came and served, in the clock's nanoseconds. Used under the lock of its
 * {@link PeerLanes}.
 */
final class SessionTimes {

  /** When the newest session or ticket came. */
  long obtainedAt;

  /**
   * When the last full handshake was completed, from which all sessions descend; before the first,
   * when the lane was made.
   */
  private long fullAt;

  /** When a handshake last resumed one; null before the first. */
  Long resumedAt;

  /** When a connection was last allowed to try the session on behalf of all. */
  private Long vouchedAt;

  /**
   * Of no session yet.
   *
   * @param now says nothing without others: the clock may have been running for longer than any
   *     session lasts
   */
  SessionTimes(long now) {
    obtainedAt = now;
    fullAt = now;
  }

  void renewed(long now) {
    obtainedAt = now;
    fullAt = now;
  }

  /**
   * Whether sessions are past their time. JSSE does not offer them any more then. Conscrypt counts
   * the time of each ticket from its start.
   */
  boolean outlived(long now, long timeoutNanos) {
    return now - fullAt > timeoutNanos;
  }

  /**
   * Whether the caller may offer the session along with others: it was resumed within that time, or
   * the caller is the one to try it.
   */
  boolean vouch(long now, long nanos) {
    if (resumedAt != null && now - resumedAt < nanos) {
      return true;
    }
    boolean due = vouchedAt == null || now - vouchedAt >= nanos;
    if (due) {
      vouchedAt = now;
    }
    return due;
  }
}
