package dev.reprise.tls;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Objects;

/** A way to a peer on which one connection can stand in for another. Immutable, usable as a key. */
final class PreconnectionRoute {

  final InetSocketAddress endpoint;
  final String host;
  final Peer peer;
  final InetAddress local;

  private PreconnectionRoute(
      InetSocketAddress endpoint, String host, Peer peer, InetAddress local) {
    this.endpoint = endpoint;
    this.host = host;
    this.peer = peer;
    this.local = local;
  }

  /**
   * The way that a socket goes; null for an unresolved or link-local address, or a set local port.
   */
  static PreconnectionRoute of(SocketSetup setup, SocketAddress endpoint, String host) {
    return endpoint instanceof InetSocketAddress && setup.hasFreePort()
        ? of((InetSocketAddress) endpoint, host, setup.localAddress())
        : null;
  }

  /** As above, from a local address, or any for null. */
  static PreconnectionRoute of(InetSocketAddress to, String host, InetAddress local) {
    return to.isUnresolved() || to.getAddress().isLinkLocalAddress()
        ? null
        : new PreconnectionRoute(to, host, Peer.of(host, to.getPort()), local);
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PreconnectionRoute)) {
      return false;
    }
    PreconnectionRoute route = (PreconnectionRoute) other;
    return endpoint.equals(route.endpoint)
        && peer.equals(route.peer)
        && host.equals(route.host)
        && Objects.equals(local, route.local);
  }

  @Override
  public int hashCode() {
    return 31 * endpoint.hashCode() + peer.hashCode();
  }
}
