package dev.reprise.spring;

import java.time.Duration;

/** The properties under {@code reprise.lanes.}: how many TLS sessions are kept. */
public class LaneProperties {

  /**
   * How many lanes, each with the last TLS session of its own, one peer may have, 1 to 100000. It
   * bounds how many connections at a time are sure to resume.
   */
  private int maxPerPeer = 1024;

  /** For how many peers lanes are kept, 1 to 100000. The least recently used ones go first. */
  private int maxPeers = 1000;

  /** After how long without use a lane is dropped, 1s to 24h. */
  private Duration idleTimeout = Duration.ofHours(1);

  /**
   * How long a session may be resumed after its full handshake, 1s to 7d. It bounds how long a
   * certificate that was revoked, or has expired, may go unseen.
   */
  private Duration sessionTimeout = Duration.ofHours(24);

  public int getMaxPerPeer() {
    return maxPerPeer;
  }

  public void setMaxPerPeer(int maxPerPeer) {
    this.maxPerPeer = maxPerPeer;
  }

  public int getMaxPeers() {
    return maxPeers;
  }

  public void setMaxPeers(int maxPeers) {
    this.maxPeers = maxPeers;
  }

  public Duration getIdleTimeout() {
    return idleTimeout;
  }

  public void setIdleTimeout(Duration idleTimeout) {
    this.idleTimeout = idleTimeout;
  }

  public Duration getSessionTimeout() {
    return sessionTimeout;
  }

  public void setSessionTimeout(Duration sessionTimeout) {
    this.sessionTimeout = sessionTimeout;
  }
}
