package dev.reprise.tls;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Objects;

/**
 * The server at the other end of a connection: its host, in lower case, and its port.
 *
 * <p>Immutable and usable as the key of a map. Host names are never looked up: a name and its
 * address are two peers. An IPv6 literal is the same peer with or without brackets, however it is
 * written.
 */
public final class Peer {

  private final String host;
  private final int port;

  private Peer(String host, int port) {
    this.host = host;
    this.port = port;
  }

  /**
   * Returns the peer of a host and port.
   *
   * @param host host name or address literal; case does not matter
   * @param port TCP port, 0 to 65535
   * @throws NullPointerException if the host is null
   * @throws IllegalArgumentException if the port is out of range
   */
  public static Peer of(String host, int port) {
    Objects.requireNonNull(host, "host: null given");
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("port: " + port + " is not within 0 to 65535");
    }
    String lower = host.toLowerCase(Locale.ROOT);
    return new Peer(lower.indexOf(':') < 0 ? lower : literal(lower), port);
  }

  private static String literal(String host) {
    boolean bare = !host.startsWith("[") || !host.endsWith("]");
    try {
      // In brackets only an IPv6 literal is accepted; anything else is refused without a look-up.
      return InetAddress.getByName(bare ? "[" + host + "]" : host).getHostAddress();
    } catch (UnknownHostException e) {
      return host;
    }
  }

  /**
   * Returns the host name or address literal, in lower case. An IPv6 literal is written as {@link
   * InetAddress#getHostAddress} does, without brackets.
   */
  public String host() {
    return host;
  }

  /** Returns the TCP port. */
  public int port() {
    return port;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Peer && port == ((Peer) other).port && host.equals(((Peer) other).host);
  }

  @Override
  public int hashCode() {
    return 31 * host.hashCode() + port;
  }

  /** Returns {@code host:port}, with the host in brackets if it is an IPv6 literal. */
  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
