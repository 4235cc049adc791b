package dev.reprise.subject.faults;

/** How a call ends. */
public enum Ending {
  /** With the whole response. */
  RESPONSE,
  /** With an exception. */
  FAILURE,
  /** With either: what is on the wire leaves both open. */
  EITHER
}
