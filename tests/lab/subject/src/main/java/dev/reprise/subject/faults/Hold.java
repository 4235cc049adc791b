package dev.reprise.subject.faults;

/** What a caller may be held for beyond what the exchange itself needs. */
public enum Hold {
  /** Nothing. */
  NOTHING,
  /** The close wait. */
  CLOSE_WAIT,
  /** The read timeout. */
  READ_TIMEOUT,
  /** The connect timeout. */
  CONNECT_TIMEOUT,
  /** No timeout of Java or HttpClient ends it: the call is aborted after a while. */
  UNTIL_RESCUED
}
