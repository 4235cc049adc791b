package dev.reprise.subject.compare;

/** The names by which one server is many peers. */
public final class Peers {

  /** What a certificate is made out to that all of them show. */
  public static final String WILDCARD = "*.peers.test";

  private Peers() {}

  /** The name of a peer, the first of which is 1. */
  public static String name(int number) {
    return "p" + number + ".peers.test";
  }
}
