package dev.reprise.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** An HTTP proxy on the loopback interface whose tunnels all lead to one port. Thread-safe. */
public final class ConnectProxy implements AutoCloseable {

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final int target;

  /** A proxy that accepts connections now. */
  public ConnectProxy(int target) throws IOException {
    this.target = target;
    threads.submit(
        () -> {
          while (true) {
            Socket client = server.accept();
            threads.submit(() -> tunnel(client));
          }
        });
  }

  /** The port to connect to. */
  public int port() {
    return server.getLocalPort();
  }

  private Void tunnel(Socket client) throws Exception {
    try (client;
        Socket peer = new Socket(InetAddress.getLoopbackAddress(), target)) {
      TlsPeer.readRequest(client.getInputStream());
      client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      threads.submit(() -> copy(peer, client));
      copy(client, peer);
    }
    return null;
  }

  private static Void copy(Socket from, Socket to) throws IOException {
    try (InputStream in = from.getInputStream()) {
      in.transferTo(to.getOutputStream());
      to.shutdownOutput();
    }
    return null;
  }

  @Override
  public void close() throws Exception {
    server.close();
    threads.shutdown();
    threads.awaitTermination(10, TimeUnit.SECONDS);
  }
}
