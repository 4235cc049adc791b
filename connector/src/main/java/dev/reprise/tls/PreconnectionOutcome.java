package dev.reprise.tls;

/** How a preconnected connection ended. Such a connection was opened ahead of need. */
public enum PreconnectionOutcome {
  /** A call took it. */
  USED,
  /** No call took it within its lifetime. */
  EXPIRED,
  /**
   * Reprise closed it before its lifetime ended. This happens at a reload or shutdown, if the
   * socket that took it was closed, or if calls configure their sockets differently. It also
   * happens if a call on another one timed out without a response.
   */
  DROPPED,
  /** The peer closed or reset it, or sent something, before there was a request. */
  ENDED_BY_PEER,
  /** It could not be opened: the connect or the handshake failed. */
  FAILED
}
