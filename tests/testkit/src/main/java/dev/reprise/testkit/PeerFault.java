package dev.reprise.testkit;

/** What a {@link TlsPeer} does wrong. */
public enum PeerFault {
  /** Nothing: response, close_notify, TCP close. */
  NONE,
  /** TCP close without close_notify. */
  CLOSE_WITHOUT_CLOSE_NOTIFY,
  /** RST right after the response. */
  RESET_AFTER_RESPONSE,
  /** RST before the response. */
  RESET_BEFORE_RESPONSE,
  /** The connection stays open after the response. */
  HOLD_OPEN,
  /** No response. */
  STALL,
  /** The handshake is never answered. */
  STALL_HANDSHAKE,
  /** A body without a length is cut off: TCP close without close_notify. */
  TRUNCATE_CLOSE_DELIMITED,
  /** A body without a length, properly ended. */
  CLOSE_DELIMITED,
  /** A few bytes more than the response, then an orderly close. */
  DATA_AFTER_RESPONSE,
  /** Much more than the response, then an orderly close. */
  FLOOD_AFTER_RESPONSE,
  /** After the response, a record that arrives byte by byte and never ends. */
  TRICKLE_AFTER_RESPONSE,
  /** Bytes that are no TLS. */
  GARBAGE,
  /** The head of a request is answered, and its body not read. */
  REFUSE_EXPECTATION,
  /** Keep-alive: the response says so, and the connection serves more requests. */
  KEEP_ALIVE
}
