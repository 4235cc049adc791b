package dev.reprise.subject.faults;

/** What the caller does while the fault happens. */
enum Scenario {
  /** Calls and reads the response. */
  EXCHANGE,
  /** Calls and closes the response without reading it. */
  UNREAD,
  /** Calls with a request larger than any buffer on the way. */
  LARGE_REQUEST,
  /** Calls twice over a kept-alive connection; the second call meets the fault. */
  POOLED,
  /** Calls; another thread aborts. */
  ABORT,
  /** Calls with a large request; another thread aborts. */
  LARGE_REQUEST_ABORT;

  boolean aborts() {
    return this == ABORT || this == LARGE_REQUEST_ABORT;
  }

  boolean sendsMuch() {
    return this == LARGE_REQUEST || this == LARGE_REQUEST_ABORT;
  }
}
