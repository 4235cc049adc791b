package dev.reprise.lab.matrix.server;

/**
 * Handshakes as a server counts them.
 *
 * @param full full ones
 * @param resumed resumed ones
 */
public record ServerView(long full, long resumed) {

  /** All of them. */
  public long all() {
    return full + resumed;
  }

  /** Those that both count. */
  public ServerView plus(ServerView other) {
    return new ServerView(full + other.full, resumed + other.resumed);
  }

  ServerView minus(ServerView earlier) {
    return new ServerView(full - earlier.full, resumed - earlier.resumed);
  }
}
