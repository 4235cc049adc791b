package dev.reprise.testkit;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A SOCKS 5 proxy (RFC 1928) without authentication that connects every name to the loopback
 * address, and so needs no DNS.
 */
public final class SocksProxy implements AutoCloseable {

  private final Acceptor acceptor = new Acceptor();
  private final List<String> asked = new CopyOnWriteArrayList<>();

  /** Starts a proxy on a free port of the loopback address. */
  public SocksProxy() throws IOException {
    acceptor.start(this::serve);
  }

  /** A proxy for all sockets of this JVM to other hosts than the local one, until it is closed. */
  public static SocksProxy forAll() throws IOException {
    SocksProxy proxy = new SocksProxy();
    System.setProperty("socksProxyHost", "127.0.0.1");
    System.setProperty("socksProxyPort", String.valueOf(proxy.port()));
    return proxy;
  }

  public int port() {
    return acceptor.port();
  }

  /** The names and addresses that connections were asked for, each as {@code host:port}. */
  public List<String> asked() {
    return asked;
  }

  private void serve(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    OutputStream out = client.getOutputStream();
    SocksRequest request = SocksRequest.read(in, out);
    asked.add(request.toString());
    try (Socket server = acceptor.with(new Socket(Proxy.NO_PROXY))) {
      server.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), request.port()), 5_000);
      out.write(new byte[] {5, 0, 0, 1, 127, 0, 0, 1, 0, 0});
      acceptor.execute(() -> copy(server, client));
      copy(client, server);
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // One of the two has gone.
    }
  }

  @Override
  public void close() throws Exception {
    System.clearProperty("socksProxyHost");
    System.clearProperty("socksProxyPort");
    acceptor.close();
  }
}
