package dev.reprise.tls;

import java.util.Locale;

/** Counts the lanes of a factory or context at one moment, over all peers. Immutable. */
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

  /** Returns the number of peers that have lanes. */
  public int peers() {
    return peers;
  }

  /** Returns the number of lanes. */
  public int live() {
    return live;
  }

  /**
   * Returns the number of lanes that a new connection can use. No connection holds them, or they
   * have a TLS 1.2 session, which serves many connections at a time.
   */
  public int free() {
    return free;
  }

  /** Returns the number of lanes that a connection holds. */
  public int leased() {
    return Math.max(0, live - free);
  }

  /** Returns how many lanes were made since the factory or context was made. */
  public long made() {
    return made;
  }

  /**
   * Returns how many lanes were dropped since the factory or context was made. Reasons are the idle
   * and session timeouts, a refused handshake, a reload, too many peers, or that one lane serves
   * all connections.
   */
  public long dropped() {
    return Math.max(0, made - live);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "peers=%d live=%d free=%d made=%d dropped=%d",
        peers,
        live,
        free,
        made,
        dropped());
  }
}
