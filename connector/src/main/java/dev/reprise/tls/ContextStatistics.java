package dev.reprise.tls;

/**
 * Counts what a {@link ResumingSslContext} has handed out since it was made. Immutable.
 *
 * @since 0.1.0
 */
public final class ContextStatistics {

  private final long handedOut;
  private final long full;
  private final int lanes;
  private final long lanesMade;

  ContextStatistics(long handedOut, long full, int lanes, long lanesMade) {
    this.handedOut = handedOut;
    this.full = full;
    this.lanes = lanes;
    this.lanesMade = lanesMade;
  }

  /** Returns the number of engines and sockets that were handed out to clients. */
  public long handedOut() {
    return handedOut;
  }

  /**
   * Returns the number of full handshakes, in which a server's certificate was accepted. With trust
   * managers that are not an X509ExtendedTrustManager, or an SSLContext of the user's, these are
   * counted only when the lane is next used. If the provider is not the JDK's either, they are not
   * counted at all.
   */
  public long full() {
    return full;
  }

  /**
   * Returns how many of the engines and sockets have had no full handshake. Most of them resumed: a
   * resumed handshake is visible to nobody but the engine. The number includes connections that
   * failed, have not begun, or never will.
   */
  public long notFull() {
    return Math.max(0, handedOut - full);
  }

  /** Returns the number of lanes at this moment, over all peers. */
  public int lanes() {
    return lanes;
  }

  /** Returns the number of lanes that were made. */
  public long lanesMade() {
    return lanesMade;
  }

  /**
   * Returns the number of lanes that were dropped: idle ones, those of a forgotten peer, and those
   * of former settings.
   */
  public long lanesDropped() {
    return Math.max(0, lanesMade - lanes);
  }

  @Override
  public String toString() {
    return "handedOut="
        + handedOut
        + " full="
        + full
        + " lanes="
        + lanes
        + " made="
        + lanesMade
        + " dropped="
        + lanesDropped();
  }
}
