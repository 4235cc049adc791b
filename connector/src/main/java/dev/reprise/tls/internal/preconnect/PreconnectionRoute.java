package dev.reprise.tls.internal.preconnect;

import dev.reprise.tls.Peer;
import dev.reprise.tls.internal.channel.SocketSetup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;

/** How a connect reaches a peer. Connections with equal routes are interchangeable. Immutable. */
public final class PreconnectionRoute {

  final InetSocketAddress endpoint;
  final Peer peer;
  final InetAddress local;
  private final List<Object> key;

  private PreconnectionRoute(InetSocketAddress endpoint, Peer peer, InetAddress local) {
    this.endpoint = endpoint;
    this.peer = peer;
    this.local = local;
    this.key = Arrays.asList(endpoint, peer, local);
  }

  /**
   * Returns a socket's route; null for an unresolved or link-local address, or a set local port.
   */
  public static PreconnectionRoute of(SocketSetup setup, InetSocketAddress endpoint, Peer peer) {
    return setup.hasFreePort() ? of(endpoint, peer, setup.localAddress()) : null;
  }

  /** Returns the route from a local address, which is null for any. */
  static PreconnectionRoute of(InetSocketAddress to, Peer peer, InetAddress local) {
    return to.isUnresolved() || to.getAddress().isLinkLocalAddress()
        ? null
        : new PreconnectionRoute(to, peer, local);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PreconnectionRoute && key.equals(((PreconnectionRoute) other).key);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }
}
