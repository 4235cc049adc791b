package dev.reprise.tls;

/** What came of a {@link ResumingSslSocketFactory#prepare preparation} for a call. */
public enum Preparation {
  /** A connection was opened, and waits for the call. */
  OPENED,
  /** Nothing was done, since one waits already or is being opened. */
  WAITING,
  /** Nothing was done: {@link PreconnectPaused} told for how long and why. */
  PAUSED,
  /** Nothing was done, since as many are being opened, or are open, as there may be. */
  LIMITED,
  /**
   * Nothing was done, since the settings allow no preconnected connections, or the way to the host
   * allows none.
   */
  OFF,
  /** The host was not found, or did not connect; {@link PreconnectionEnded} tells of the latter. */
  FAILED
}
