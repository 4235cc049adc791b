package dev.reprise.tls;

/** The result of a {@link ResumingSslSocketFactory#prepare preparation} for a call. */
public enum Preparation {
  /** A connection was opened and waits for the call. */
  OPENED,
  /** Nothing was done, since one is already waiting or being opened. */
  WAITING,
  /**
   * Nothing was done during a pause: the event {@link PreconnectPaused} says why, and for how long.
   */
  PAUSED,
  /** Nothing was done, since the maximum number of connections is open or being opened. */
  LIMITED,
  /**
   * Nothing was done, since the settings or the route to the host do not allow preconnected
   * connections.
   */
  OFF,
  /**
   * The host was not found, the connection could not be opened, or it ended at once. The event
   * {@link PreconnectionEnded} reports the latter two.
   */
  FAILED
}
