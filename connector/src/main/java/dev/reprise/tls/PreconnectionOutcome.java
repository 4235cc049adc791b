package dev.reprise.tls;

/** How a preconnected connection ended: a connection that was opened ahead of need. */
public enum PreconnectionOutcome {
  /** A connection was wanted, and this one was taken. */
  USED,
  /** It was not wanted within its lifetime. */
  EXPIRED,
  /**
   * It was given up before its time: at a reload or shutdown, for a caller that a peer of few
   * connections kept waiting, or since the socket that took it was closed or configured otherwise.
   */
  DROPPED,
  /** The peer closed or reset it, or sent something, before there was a request. */
  ENDED_BY_PEER,
  /** It could not be opened: no connection, or no handshake. */
  FAILED
}
