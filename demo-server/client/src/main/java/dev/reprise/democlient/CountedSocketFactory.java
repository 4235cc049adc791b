package dev.reprise.democlient;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import org.apache.http.HttpHost;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.protocol.HttpContext;

/** The stock socket factory, whose handshakes are counted. */
final class CountedSocketFactory extends SSLConnectionSocketFactory {
  private final Figures figures;

  CountedSocketFactory(SSLContext context, Figures figures) {
    super(context);
    this.figures = figures;
  }

  @Override
  public Socket connectSocket(
      int timeout,
      Socket socket,
      HttpHost host,
      InetSocketAddress remote,
      InetSocketAddress local,
      HttpContext context)
      throws IOException {
    Socket connected = super.connectSocket(timeout, socket, host, remote, local, context);
    figures.handshake();
    return connected;
  }
}
