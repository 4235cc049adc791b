package dev.reprise.httpclient4;

import dev.reprise.tls.ResumingSslSocket;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Objects;
import org.apache.http.HttpHost;
import org.apache.http.conn.socket.LayeredConnectionSocketFactory;
import org.apache.http.protocol.HttpContext;

/**
 * Connects HTTPS routes, direct or through a proxy's CONNECT tunnel, over a {@link
 * ResumingSslSocketFactory}. Thread-safe.
 *
 * <p>As with HttpClient's own factory, the connect timeout bounds each read of the handshake too
 * when the socket has no SO_TIMEOUT; unlike there, SO_TIMEOUT is then put back. To connect through
 * something else than a plain socket, override {@link #createSocket(HttpContext)}.
 */
public class TlsConnectionSocketFactory implements LayeredConnectionSocketFactory {

  private final ResumingSslSocketFactory sockets;

  /** A factory of its own sessions, with the settings given, which are not null. */
  public TlsConnectionSocketFactory(TlsSettings settings) {
    this(new ResumingSslSocketFactory(settings));
  }

  /** A factory that shares the sessions of {@code sockets}, which is not null. */
  public TlsConnectionSocketFactory(ResumingSslSocketFactory sockets) {
    this.sockets = Objects.requireNonNull(sockets, "sockets");
  }

  /**
   * A new unconnected socket. TLS is layered on what an overriding method returns, unless it is a
   * socket of this one.
   */
  @Override
  public Socket createSocket(HttpContext context) throws IOException {
    return sockets.createSocket();
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
    Socket made = socket != null ? socket : createSocket(context);
    int timeout = Math.max(0, connectTimeout);
    try {
      if (localAddress != null) {
        made.bind(localAddress);
      }
      if (made instanceof ResumingSslSocket) {
        ((ResumingSslSocket) made).connect(remoteAddress, timeout, host.getHostName());
      } else {
        made.connect(remoteAddress, timeout);
      }
    } catch (IOException e) {
      made.close();
      throw RequestProgress.NOT_SENT.noteOn(e);
    }
    return secure(made, host.getHostName(), remoteAddress.getPort(), timeout);
  }

  @Override
  public Socket createLayeredSocket(Socket socket, String target, int port, HttpContext context)
      throws IOException {
    return secure(socket, target, port, 0);
  }

  /** Does the handshake on a connected socket, after layering TLS on it if that is to be done. */
  private Socket secure(Socket connected, String host, int port, int handshakeTimeout)
      throws IOException {
    boolean bounded = handshakeTimeout > 0 && connected.getSoTimeout() == 0;
    Socket secured = connected;
    try {
      if (bounded) {
        connected.setSoTimeout(handshakeTimeout);
      }
      if (!(connected instanceof ResumingSslSocket)) {
        secured = sockets.createSocket(connected, host, port, true);
      }
      ((ResumingSslSocket) secured).startHandshake(true);
    } catch (IOException e) {
      secured.close();
      throw RequestProgress.NOT_SENT.noteOn(e);
    }
    if (bounded) {
      connected.setSoTimeout(0);
    }
    return secured;
  }
}
