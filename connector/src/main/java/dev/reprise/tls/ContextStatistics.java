package dev.reprise.tls;

/**
 * Counts what a {@link ResumingSslContext} has handed out since it was made. Immutable.
 *
 * @since 0.1.0
 */
public final class ContextStatistics {

  private final long handedOut;
  private final long full;
  private final LaneCounts lanes;

  ContextStatistics(long handedOut, long full, LaneCounts lanes) {
    this.handedOut = handedOut;
    this.full = full;
    this.lanes = lanes;
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
   * Returns how many of the engines and sockets have had no full handshake. Most of them resumed:
   * only the engine knows of a resumed handshake. The number includes connections that failed, have
   * not begun, or never will.
   */
  public long notFull() {
    return Math.max(0, handedOut - full);
  }

  /** Returns the lanes at this moment, over all peers. */
  public LaneCounts lanes() {
    return lanes;
  }

  @Override
  public String toString() {
    return "handedOut=" + handedOut + " full=" + full + " lanes[" + lanes + "]";
  }
}
