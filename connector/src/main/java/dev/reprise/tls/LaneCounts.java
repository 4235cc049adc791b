package dev.reprise.tls;

/** How many ticket lanes a factory has at one moment, over all peers. Immutable. */
public final class LaneCounts {

  private final int peers;
  private final int live;
  private final int free;
  private final long made;

  LaneCounts(int peers, int live, int free, long made) {
    this.peers = peers;
    this.live = live;
    this.free = free;
    this.made = made;
  }

  /** Peers that have lanes. */
  public int peers() {
    return peers;
  }

  /** Lanes in all. */
  public int live() {
    return live;
  }

  /**
   * Lanes that no connection holds, and those whose TLS 1.2 session serves any number of
   * connections at a time.
   */
  public int free() {
    return free;
  }

  /** Lanes that a connection holds. */
  public int leased() {
    return Math.max(0, live - free);
  }

  /** Lanes made since the factory was. */
  public long made() {
    return made;
  }

  /**
   * Lanes dropped since the factory was made: idle, refused by the peer, of older settings, or not
   * needed since one serves all.
   */
  public long dropped() {
    return Math.max(0, made - live);
  }

  @Override
  public String toString() {
    return "peers="
        + peers
        + " live="
        + live
        + " free="
        + free
        + " made="
        + made
        + " dropped="
        + dropped();
  }
}
