package dev.reprise.httpclient4;

import dev.reprise.http.Exchange;
import dev.reprise.http.RequestProgress;
import dev.reprise.tls.ResumingSslSocket;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Objects;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLSocket;
import org.apache.http.HttpHost;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.conn.socket.LayeredConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.protocol.HttpContext;

/**
 * Connects HTTPS routes, direct or through a proxy's CONNECT tunnel, over a {@link
 * ResumingSslSocketFactory}. Thread-safe.
 *
 * <p>A tunnel always gets TLS of its own, even within TLS to the proxy, so that the proxy cannot
 * read what goes to the target.
 *
 * <p>As with HttpClient's own factory, the connect timeout becomes SO_TIMEOUT if the socket has
 * none. So it bounds each read of the handshake and, for a request without a socket timeout, each
 * read of the response. Unlike with that factory, the request's socket timeout bounds the handshake
 * if there is no connect timeout. To connect through something other than a plain socket, override
 * {@link #createSocket(HttpContext)}.
 */
public class TlsConnectionSocketFactory implements LayeredConnectionSocketFactory {

  private static final HostnameVerifier STOCK =
      SSLConnectionSocketFactory.getDefaultHostnameVerifier();

  private final ResumingSslSocketFactory sockets;

  /** Makes a factory that shares the sessions of {@code sockets}. */
  public TlsConnectionSocketFactory(ResumingSslSocketFactory sockets) {
    this.sockets = Objects.requireNonNull(sockets, "sockets: null given");
  }

  /**
   * Returns a new unconnected socket. If an overriding method returns another socket, TLS is
   * layered on it.
   *
   * @param context may be null
   */
  @Override
  public Socket createSocket(HttpContext context) throws IOException {
    // A provider's socket would be connected without a name to verify.
    Socket socket = sockets.settings().stockSockets() ? null : sockets.createSocket();
    return socket instanceof ResumingSslSocket ? socket : new Socket();
  }

  @Override
  public Socket connectSocket(
      int connectTimeout,
      Socket socket,
      HttpHost host,
      InetSocketAddress remoteAddress,
      InetSocketAddress localAddress,
      HttpContext context)
      throws IOException {
    Objects.requireNonNull(host, "host: null given");
    Objects.requireNonNull(remoteAddress, "remoteAddress: null given");
    Socket made = socket != null ? socket : createSocket(context);
    int timeout = Math.max(0, connectTimeout);
    int handshakeTimeout = timeout > 0 ? timeout : socketTimeout(context);
    String name = host.getHostName();
    return Exchange.opening(
        made,
        GracefulConnection.unsent(context),
        () -> {
          ResumingSslSocket own =
              made instanceof ResumingSslSocket ? (ResumingSslSocket) made : null;
          if (localAddress != null) {
            made.bind(localAddress);
          }
          if (own != null) {
            own.connect(remoteAddress, timeout, name);
          } else {
            made.connect(remoteAddress, timeout);
          }
          boolean bounded = handshakeTimeout > 0 && made.getSoTimeout() == 0;
          if (bounded) {
            made.setSoTimeout(handshakeTimeout);
          }
          Socket secured =
              own != null
                  ? handshaken(own, name)
                  : createLayeredSocket(made, name, remoteAddress.getPort(), context);
          if (bounded && timeout == 0) {
            secured.setSoTimeout(0);
          }
          return secured;
        });
  }

  /** Returns the request's socket timeout. HttpClient itself sets it only after the handshake. */
  private static int socketTimeout(HttpContext context) {
    return context == null
        ? 0
        : HttpClientContext.adapt(context).getRequestConfig().getSocketTimeout();
  }

  /**
   * Layers TLS with {@code target} on a connected socket. That socket may itself be a TLS socket,
   * as in the tunnel through an HTTPS proxy.
   *
   * @param context may be null
   */
  @Override
  public Socket createLayeredSocket(Socket socket, String target, int port, HttpContext context)
      throws IOException {
    Objects.requireNonNull(socket, "socket: null given");
    Objects.requireNonNull(target, "target: null given");
    RequestProgress unsent = GracefulConnection.unsent(context);
    SSLSocket layered = Exchange.layered(sockets, socket, target, port, unsent);
    return Exchange.opening(layered, unsent, () -> handshaken(layered, target));
  }

  private Socket handshaken(SSLSocket socket, String host) throws IOException {
    socket.startHandshake();
    Exchange.verify(sockets.settings(), STOCK, host, socket);
    return socket;
  }
}
