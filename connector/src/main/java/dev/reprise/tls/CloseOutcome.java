package dev.reprise.tls;

/** How a connection ended. */
public enum CloseOutcome {
  /** The peer sent close_notify first (RFC 8446 section 6.1) and received one in return. */
  CLOSE_NOTIFY(""),
  /** The peer closed the TCP connection without close_notify. */
  EOF(
      "the server ends connections without close_notify, so a response that was cut off may look"
          + " complete. Ask its operator for an orderly TLS close"),
  /** The peer kept the connection open for longer than the close timeout. */
  WAIT_EXPIRED(
      "the server, or a proxy in front of it, does not close after its responses, or closes late."
          + " Each call waits for that, at most for the close timeout. Ask its operator to close the"
          + " connection right after a response with Connection: close"),
  /** The connection was reset, or TLS failed, while the close waited for the peer. */
  RESET(
      "the server resets connections after its responses. Ask its operator to end TLS and TCP without a reset"),
  /**
   * The connection was given up: by an abort, after an I/O error or a timeout, or with SO_LINGER 0.
   * The TCP connection was reset and nothing was written. If a TLS record failed, TCP was closed at
   * once instead, after an alert.
   */
  ABORTED("callers abandoned connections after a timeout or an error"),
  /** The close found application data that the caller had not read. */
  DATA_AFTER_RESPONSE(
      "data came after the end of responses, or the caller did not read them to their end"),
  /**
   * The caller closed first: it sent close_notify and did not wait. Idle connections close in this
   * way, and so do connections that another thread still reads or writes.
   */
  LOCAL("");

  private final String advice;

  CloseOutcome(String advice) {
    this.advice = advice;
  }

  /** Returns what to do if this outcome recurs. Empty if there is nothing to do. */
  public String advice() {
    return advice;
  }
}
