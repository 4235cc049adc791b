package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Hands out the provider's own sockets, each of the next lane of its peer. */
final class ContextSocketFactory extends SSLSocketFactory {

  private final Supplier<ContextState> states;

  ContextSocketFactory(Supplier<ContextState> states) {
    this.states = states;
  }

  private interface Making {
    Socket from(SSLSocketFactory factory) throws IOException;
  }

  private Socket make(Peer peer, String host, Making making) throws IOException {
    ContextState state = states.get();
    SSLSocketFactory factory = state.take(peer).getSocketFactory();
    return state.configured((SSLSocket) making.from(factory), host);
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return states.get().settings.cipherSuites().toArray(new String[0]);
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return states.get().plain().getSocketFactory().getSupportedCipherSuites();
  }

  /** Its peer is not known before it is connected. */
  @Override
  public Socket createSocket() throws IOException {
    return make(null, null, SSLSocketFactory::createSocket);
  }

  /**
   * Without a host, null or empty, it is the one that the socket's address was made from. Where the
   * provider cannot find that, as behind a SOCKS proxy that has resolved the name, it is told.
   */
  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    boolean given = host != null && !host.isEmpty();
    String name = given ? host : hostOf(socket.getRemoteSocketAddress());
    boolean found = states.get().findsHostByAddress() && socket.getInetAddress() != null;
    return make(
        peer(name, socket.getPort()),
        name,
        factory -> factory.createSocket(socket, given || !found ? name : null, port, autoClose));
  }

  private static String hostOf(SocketAddress address) {
    return address instanceof InetSocketAddress
        ? ((InetSocketAddress) address).getHostString()
        : null;
  }

  /** Null for what is no peer; the provider will say what is wrong with it. */
  static Peer peer(String host, int port) {
    return host == null || host.isEmpty() || port < 0 || port > 65535 ? null : Peer.of(host, port);
  }

  /** A socket of a server. */
  @Override
  public Socket createSocket(Socket socket, InputStream consumed, boolean autoClose)
      throws IOException {
    return states.get().plain().getSocketFactory().createSocket(socket, consumed, autoClose);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return make(peer(host, port), host, factory -> factory.createSocket(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localAddress, int localPort)
      throws IOException {
    return make(
        peer(host, port),
        host,
        factory -> factory.createSocket(host, port, localAddress, localPort));
  }

  @Override
  public Socket createSocket(InetAddress address, int port) throws IOException {
    return make(null, null, factory -> factory.createSocket(address, port));
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
      throws IOException {
    return make(
        null, null, factory -> factory.createSocket(address, port, localAddress, localPort));
  }
}
