package dev.reprise.trial;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leads plain sockets to the ports of some runs through their SOCKS proxies, as the property
 * socksProxyHost would for all.
 */
final class SocksRoutes extends ProxySelector {

  private static final Map<Integer, Proxy> ROUTES = new ConcurrentHashMap<>();

  static {
    ProxySelector.setDefault(new SocksRoutes());
  }

  private SocksRoutes() {}

  static void add(int port, Proxy proxy) {
    ROUTES.put(port, proxy);
  }

  static void remove(int port) {
    ROUTES.remove(port);
  }

  @Override
  public List<Proxy> select(URI uri) {
    Proxy proxy = "socket".equals(uri.getScheme()) ? ROUTES.get(uri.getPort()) : null;
    return List.of(proxy == null ? Proxy.NO_PROXY : proxy);
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException failure) {
    // The caller is told.
  }
}
