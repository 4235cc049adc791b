package dev.reprise.tls;

/** How a connection ended. */
public enum CloseOutcome {
  /** The peer sent close_notify first (RFC 8446 section 6.1), and was answered. */
  CLOSE_NOTIFY,
  /** The peer closed the TCP connection without close_notify. */
  EOF,
  /** The peer kept the connection open for longer than the close wait. */
  WAIT_EXPIRED,
  /** The connection broke while the peer's close was awaited: TCP reset or TLS failure. */
  RESET,
  /**
   * The caller gave the connection up: closed under a running read or write, after an I/O error or
   * a timeout, or with SO_LINGER 0. The TCP connection was reset, nothing was written.
   */
  ABORTED,
  /** More application data came after what the caller had read. */
  DATA_AFTER_RESPONSE,
  /** The caller closed first, with close_notify and without waiting: an idle connection. */
  LOCAL
}
