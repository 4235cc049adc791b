package dev.reprise.tls;

import dev.reprise.tls.internal.provider.CalledHost;
import dev.reprise.tls.internal.provider.ConfiguredProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Hands out the provider's own sockets, such as each of the next lane of its peer. */
class ContextSocketFactory extends SSLSocketFactory {

  /** What makes the sockets. */
  interface Maker {

    TlsSettings settings();

    /** What makes one for a peer. */
    SSLSocketFactory sockets(Peer peer);

    /** Gives it the parameters for a host, which may be null. */
    SSLSocket configured(SSLSocket socket, String host);
  }

  private final Supplier<? extends Maker> states;

  ContextSocketFactory(Supplier<? extends Maker> states) {
    this.states = states;
  }

  private ConfiguredProvider provider() {
    return states.get().settings().provider();
  }

  private interface Making {
    Socket from(SSLSocketFactory factory, String host) throws IOException;
  }

  private Socket make(Peer peer, String host, Making making) throws IOException {
    Maker state = states.get();
    String name = written(peer, host);
    return state.configured((SSLSocket) making.from(state.sockets(peer), name), name);
  }

  /** The host as all write it, since JSSE finds a session by that; null for null. */
  static String written(Peer peer, String host) {
    return host == null ? null : peer.host();
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return states.get().settings().cipherSuites().toArray(new String[0]);
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return provider().probe.getSocketFactory().getSupportedCipherSuites();
  }

  /**
   * Its host is not known before it is connected. Only JSSE then verifies no name from a reverse
   * look-up. With another provider, the caller has to connect a socket and layer TLS on it.
   *
   * @throws SocketException caused by an UnsupportedOperationException, with another provider: so
   *     says the JDK's own factory, and HttpsURLConnection layers
   */
  @Override
  public Socket createSocket() throws IOException {
    if (!provider().traits.findsHostByAddress()) {
      String why =
          "An unconnected socket of "
              + provider().probe.getProvider().getName()
              + " would verify the name of a reverse look-up; connect a socket and call"
              + " createSocket(socket, host, port, true)";
      throw (SocketException)
          new SocketException(why).initCause(new UnsupportedOperationException(why));
    }
    return make(peer(null, 0), null, (factory, none) -> factory.createSocket());
  }

  /**
   * Without a host, null or empty, it is the one that the socket's address was made from. Where the
   * provider cannot find that, as behind a SOCKS proxy that has resolved the name, it is given.
   */
  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    if (!socket.isConnected()) {
      throw new SocketException("Underlying socket is not connected");
    }
    InetSocketAddress remote = (InetSocketAddress) socket.getRemoteSocketAddress();
    String given = CalledHost.given(host, remote);
    boolean found = provider().traits.findsHostByAddress() && socket.getInetAddress() != null;
    String name = given != null || found ? given : CalledHost.of(remote.getAddress());
    return make(
        peer(name != null ? name : CalledHost.shown(remote.getAddress()), socket.getPort()),
        name,
        (factory, called) -> factory.createSocket(socket, called, port, autoClose));
  }

  /** A peer even for an invalid host or port; the provider will refuse it. */
  static Peer peer(String host, int port) {
    return Peer.of(host == null ? "" : host, port < 0 || port > 65535 ? 0 : port);
  }

  /** A socket of a server. */
  @Override
  public Socket createSocket(Socket socket, InputStream consumed, boolean autoClose)
      throws IOException {
    return provider().probe.getSocketFactory().createSocket(socket, consumed, autoClose);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return make(peer(host, port), host, (factory, name) -> factory.createSocket(name, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localAddress, int localPort)
      throws IOException {
    return make(
        peer(host, port),
        host,
        (factory, name) -> factory.createSocket(name, port, localAddress, localPort));
  }

  @Override
  public Socket createSocket(InetAddress address, int port) throws IOException {
    return layered(new Socket(address, port));
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
      throws IOException {
    return layered(new Socket(address, port, localAddress, localPort));
  }

  private Socket layered(Socket tcp) throws IOException {
    try {
      return createSocket(tcp, null, tcp.getPort(), true);
    } catch (IOException | RuntimeException e) {
      tcp.close();
      throw e;
    }
  }
}
