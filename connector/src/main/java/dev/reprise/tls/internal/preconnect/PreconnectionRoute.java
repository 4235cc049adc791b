package dev.reprise.tls.internal.preconnect;

import dev.reprise.tls.Peer;
import dev.reprise.tls.internal.channel.SocketSetup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;

/** A way to a peer on which one connection can stand in for another. Immutable, usable as a key. */
public final class PreconnectionRoute {

  final InetSocketAddress endpoint;
  final Peer peer;
  final InetAddress local;

  private PreconnectionRoute(InetSocketAddress endpoint, Peer peer, InetAddress local) {
    this.endpoint = endpoint;
    this.peer = peer;
    this.local = local;
  }

  /**
   * The way that a socket goes; null for an unresolved or link-local address, or a set local port.
   */
  public static PreconnectionRoute of(SocketSetup setup, InetSocketAddress endpoint, Peer peer) {
    return setup.hasFreePort() ? of(endpoint, peer, setup.localAddress()) : null;
  }

  /** As above, from a local address, or any for null. */
  static PreconnectionRoute of(InetSocketAddress to, Peer peer, InetAddress local) {
    return to.isUnresolved() || to.getAddress().isLinkLocalAddress()
        ? null
        : new PreconnectionRoute(to, peer, local);
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PreconnectionRoute)) {
      return false;
    }
    PreconnectionRoute route = (PreconnectionRoute) other;
    return endpoint.equals(route.endpoint)
        && peer.equals(route.peer)
        && Objects.equals(local, route.local);
  }

  @Override
  public int hashCode() {
    return 31 * endpoint.hashCode() + peer.hashCode();
  }
}
