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

/** Hands out the provider's own sockets, such as each of the next lane of its peer. */
abstract class ProviderSocketFactory extends SSLSocketFactory {

  /** What makes the sockets until the next reload. */
  abstract static class Maker extends TlsState {

    Maker(TlsSettings settings, LongSupplier nanoClock, LongAdder lanesMade) {
      super(settings, settings.provider(), settings.report, nanoClock, lanesMade);
    }

    abstract SSLSocketFactory sockets(Peer peer);

    /** Those of a connection to a host, which may be null; not to be changed. */
    abstract SSLParameters parameters(String host);
  }

  abstract TlsSettings settings();

  abstract Maker usable() throws SSLException;

  /** A peer even for an invalid host or port; the provider will refuse it. */
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

  /** Refuses as the JDK's own factory does, so that HttpsURLConnection layers. */
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
   * Without a host, null or empty, it is the one that the socket's address was made from. Where the
   * provider cannot find that, as behind a SOCKS proxy that has resolved the name, it is given.
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
    // As all write it, since JSSE finds a session by that.
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

  /** Without a host, null or empty, connects to this machine, as the JDK's factory does. */
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

  /** What TLS is layered on when it is connected to a host, unless it has TLS of its own. */
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
