package dev.reprise.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/** A factory that is made when it is first used. */
final class DefaultSockets extends SSLSocketFactory {

  interface Making {
    SSLSocketFactory sockets() throws IOException;
  }

  private final Making making;

  DefaultSockets(Making making) {
    this.making = making;
  }

  /** As the JDK's own, which has none if it cannot be made. */
  @Override
  public String[] getDefaultCipherSuites() {
    try {
      return making.sockets().getDefaultCipherSuites();
    } catch (IOException e) {
      return new String[0];
    }
  }

  @Override
  public String[] getSupportedCipherSuites() {
    try {
      return making.sockets().getSupportedCipherSuites();
    } catch (IOException e) {
      return new String[0];
    }
  }

  @Override
  public Socket createSocket() throws IOException {
    return making.sockets().createSocket();
  }

  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    return making.sockets().createSocket(socket, host, port, autoClose);
  }

  @Override
  public Socket createSocket(Socket socket, InputStream consumed, boolean autoClose)
      throws IOException {
    return making.sockets().createSocket(socket, consumed, autoClose);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return making.sockets().createSocket(host, port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localAddress, int localPort)
      throws IOException {
    return making.sockets().createSocket(host, port, localAddress, localPort);
  }

  @Override
  public Socket createSocket(InetAddress address, int port) throws IOException {
    return making.sockets().createSocket(address, port);
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
      throws IOException {
    return making.sockets().createSocket(address, port, localAddress, localPort);
  }
}
