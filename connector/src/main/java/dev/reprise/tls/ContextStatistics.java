package dev.reprise.tls;

/** What a {@link ResumingSslContext} has handed out since it was made. Immutable. */
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

  /** Engines and sockets for connections as a client. */
  public long handedOut() {
    return handedOut;
  }

  /**
   * Full handshakes, in which a server's certificate was accepted. With trust managers that are not
   * an X509ExtendedTrustManager, or an SSLContext of the user's, they are counted when the lane is
   * next looked at, and not at all where the provider is not the JDK's.
   */
  public long full() {
    return full;
  }

  /**
   * What was handed out and has had no full handshake. That is what was resumed, as far as it can
   * be known: a resumed handshake shows itself to nobody but the engine. Connections that failed,
   * that have not begun, or that never will, are among them.
   */
  public long notFull() {
    return Math.max(0, handedOut - full);
  }

  /** Lanes at this moment, over all peers. */
  public int lanes() {
    return lanes;
  }

  /** Lanes made. */
  public long lanesMade() {
    return lanesMade;
  }

  /** Lanes dropped: idle, of a peer that was forgotten, or of older settings. */
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
