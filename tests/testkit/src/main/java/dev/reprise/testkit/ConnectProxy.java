package dev.reprise.testkit;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** An HTTP proxy on the loopback interface whose tunnels all lead to one port. Thread-safe. */
public final class ConnectProxy implements AutoCloseable {

  private static final byte[] GRANTED =
      "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Acceptor acceptor = new Acceptor();

  /** A proxy that accepts connections now. */
  public ConnectProxy(int target) throws IOException {
    acceptor.start(
        client -> {
          try (Socket server = acceptor.connect(target)) {
            TlsPeer.readRequest(client.getInputStream());
            client.getOutputStream().write(GRANTED);
            acceptor.join(client, server);
          }
        });
  }

  /** The port to connect to. */
  public int port() {
    return acceptor.port();
  }

  @Override
  public void close() throws IOException {
    acceptor.close();
  }
}
