package dev.reprise.tls;

/** How many ticket lanes a factory has at one moment, over all peers. Immutable. */
public final class LaneCounts {

  private final int peers;
  private final int live;
  private final int free;

  LaneCounts(int peers, int live, int free) {
    this.peers = peers;
    this.live = live;
    this.free = free;
  }

  /** Peers that have lanes. */
  public int peers() {
    return peers;
  }

  /** Lanes in all. */
  public int live() {
    return live;
  }

  /** Lanes that wait for a connection. */
  public int free() {
    return free;
  }

  /** Lanes that a connection holds. */
  public int leased() {
    return Math.max(0, live - free);
  }

  @Override
  public String toString() {
    return "peers=" + peers + " live=" + live + " free=" + free;
  }
}
