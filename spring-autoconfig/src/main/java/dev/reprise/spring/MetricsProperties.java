package dev.reprise.spring;

/** The properties under {@code reprise.metrics.}. */
public class MetricsProperties {

  /**
   * How many peers of a client have a tag of their own, 0 to 1000. Peers met later are counted
   * under the tag other.
   */
  private int maxPeers = 100;

  public int getMaxPeers() {
    return maxPeers;
  }

  public void setMaxPeers(int maxPeers) {
    this.maxPeers = maxPeers;
  }
}
