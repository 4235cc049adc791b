package dev.reprise.tls;

import dev.reprise.tls.internal.channel.TlsState;
import dev.reprise.tls.internal.provider.CalledHost;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Makes the provider's own sockets. Subclasses choose the context, such as the next lane's. */
abstract class ProviderSocketFactory extends SSLSocketFactory {

  /** Makes the sockets until the next reload. */
  abstract static class Maker extends TlsState {

    Maker(TlsSettings settings, LongSupplier nanoClock, LongAdder lanesMade) {
      super(settings, settings.provider(), settings.report, nanoClock, lanesMade);
    }

    abstract SSLSocketFactory sockets(Peer peer);

    /** Returns parameters for a connection to a host, which may be null. Do not change them. */
    abstract SSLParameters parameters(String host);
  }

  abstract TlsSettings settings();

  abstract Maker usable() throws SSLException;

  /** Returns a peer even for an invalid port, which the provider will refuse. */
  static Peer peer(String host, int port) {
    return Peer.of(host, port < 0 || port > 65535 ? 0 : port);
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return settings().cipherSuites().toArray(new String[0]);
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return settings().provider().probe.getSupportedSSLParameters().getCipherSuites();
  }

  /** If the provider is not the JDK's, throws what makes HttpsURLConnection layer TLS. */
  @Override
  public Socket createSocket() throws IOException {
    Maker now = usable();
    if (!now.provider.traits.findsHostByAddress()) {
      String why =
          "An unconnected socket of "
              + now.settings.providerName()
              + " would verify the name of a reverse look-up; connect a socket and call"
              + " createSocket(socket, host, port, true)";
      throw (SocketException)
          new SocketException(why).initCause(new UnsupportedOperationException(why));
    }
    return configured(now, null, now.sockets(peer("", 0)).createSocket());
  }

  /**
   * If the host is null or empty, uses the name that the socket's address was made from. Passes it
   * to the provider if that cannot find it, as behind a SOCKS proxy that resolved the name.
   */
  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    Maker now = usable();
    InetSocketAddress remote = (InetSocketAddress) connected(socket).getRemoteSocketAddress();
    String given = CalledHost.given(host, remote);
    boolean found = now.provider.traits.findsHostByAddress() && socket.getInetAddress() != null;
    String name = given != null || found ? given : CalledHost.of(remote.getAddress());
    Peer peer = peer(name != null ? name : CalledHost.shown(remote.getAddress()), socket.getPort());
    // The normalized name, since JSSE finds a session by it.
    String called = name == null ? null : peer.host();
    return configured(now, called, now.sockets(peer).createSocket(socket, called, port, autoClose));
  }

  private static Socket configured(Maker now, String host, Socket made) {
    ((SSLSocket) made).setSSLParameters(now.parameters(host));
    return made;
  }

  static Socket connected(Socket socket) throws SocketException {
    if (!Objects.requireNonNull(socket, "socket: null given").isConnected()) {
      throw new SocketException("Underlying socket is not connected");
    }
    return socket;
  }

  /** Returns the provider's own socket for a server. Reprise does nothing for it. */
  @Override
  public Socket createSocket(Socket socket, InputStream consumed, boolean autoClose)
      throws IOException {
    return usable().provider.probe.getSocketFactory().createSocket(socket, consumed, autoClose);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return createSocket(host, port, null, 0);
  }

  /** Connects to this machine if the host is null or empty, as the JDK's factory does. */
  @Override
  public Socket createSocket(String host, int port, InetAddress localAddress, int localPort)
      throws IOException {
    boolean here = host == null || host.isEmpty();
    return connect(
        here
            ? new InetSocketAddress(InetAddress.getByName(null), port)
            : new InetSocketAddress(host, port),
        here ? "localhost" : host,
        localAddress,
        localPort);
  }

  @Override
  public Socket createSocket(InetAddress address, int port) throws IOException {
    return createSocket(address, port, null, 0);
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
      throws IOException {
    Objects.requireNonNull(address, "address: null given");
    return connect(new InetSocketAddress(address, port), null, localAddress, localPort);
  }

  /** Returns an unconnected socket. Unless it is an SSLSocket, TLS is layered on it later. */
  Socket toConnect(String host) throws IOException {
    return new Socket();
  }

  private Socket connect(
      InetSocketAddress endpoint, String host, InetAddress localAddress, int localPort)
      throws IOException {
    Socket socket = toConnect(host);
    try {
      if (localAddress != null || localPort != 0) {
        socket.bind(new InetSocketAddress(localAddress, localPort));
      }
      socket.connect(endpoint);
      return socket instanceof SSLSocket
          ? socket
          : createSocket(socket, host, endpoint.getPort(), true);
    } catch (IOException | RuntimeException e) {
      // A bind that fails leaves the descriptor open.
      socket.close();
      throw e;
    }
  }
}
