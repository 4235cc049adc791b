package dev.reprise.testkit;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A SOCKS 5 proxy (RFC 1928) without authentication that connects every name to the loopback
 * address, and so needs no DNS.
 */
public final class SocksProxy extends LoopbackServer {

  private static final int NAME = 3;

  private final List<String> asked = new CopyOnWriteArrayList<>();

  public SocksProxy() throws IOException {
    acceptor.start(this::serve);
  }

  /**
   * Makes this the proxy of all sockets of this JVM to hosts other than the local one, until it is
   * closed.
   */
  public static SocksProxy forAll() throws IOException {
    SocksProxy proxy = new SocksProxy();
    System.setProperty("socksProxyHost", "127.0.0.1");
    System.setProperty("socksProxyPort", String.valueOf(proxy.port()));
    return proxy;
  }

  /** The names and addresses that clients asked it to connect to, each as {@code host:port}. */
  public List<String> asked() {
    return asked;
  }

  private void serve(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    OutputStream out = client.getOutputStream();
    in.readByte();
    in.readNBytes(in.readUnsignedByte());
    out.write(new byte[] {5, 0});
    in.readNBytes(3);
    String host =
        in.readUnsignedByte() == NAME
            ? new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.US_ASCII)
            : InetAddress.getByAddress(in.readNBytes(4)).getHostAddress();
    int port = in.readUnsignedShort();
    asked.add(host + ":" + port);
    try (Socket server = acceptor.connect(port)) {
      out.write(new byte[] {5, 0, 0, 1, 127, 0, 0, 1, 0, 0});
      acceptor.join(client, server);
    }
  }

  @Override
  public void close() throws IOException {
    System.clearProperty("socksProxyHost");
    System.clearProperty("socksProxyPort");
    super.close();
  }
}
