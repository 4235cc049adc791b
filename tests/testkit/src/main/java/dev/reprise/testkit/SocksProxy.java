package dev.reprise.testkit;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A SOCKS 5 proxy (RFC 1928) without authentication that connects every name to the loopback
 * address, and so needs no DNS.
 */
public final class SocksProxy implements AutoCloseable {

  private final ServerSocket listener;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Starts a proxy on a free port of the loopback address. */
  public SocksProxy() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** A proxy for all sockets of this JVM to other hosts than the local one, until it is closed. */
  public static SocksProxy forAll() throws IOException {
    SocksProxy proxy = new SocksProxy();
    System.setProperty("socksProxyHost", "127.0.0.1");
    System.setProperty("socksProxyPort", String.valueOf(proxy.port()));
    return proxy;
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** The names and addresses that connections were asked for, each as {@code host:port}. */
  public List<String> asked() {
    return asked;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        open.add(client);
        threads.execute(() -> serve(client));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void serve(Socket client) {
    try (client) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      OutputStream out = client.getOutputStream();
      SocksRequest request = SocksRequest.read(in, out);
      asked.add(request.toString());
      try (Socket server = new Socket(java.net.Proxy.NO_PROXY)) {
        server.connect(
            new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), request.port()),
            5_000);
        open.add(server);
        out.write(new byte[] {5, 0, 0, 1, 127, 0, 0, 1, 0, 0});
        threads.execute(() -> copy(server, client));
        copy(client, server);
      }
    } catch (IOException e) {
      // The test looks at what the client met.
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
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
    threads.shutdownNow();
    if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException("The proxy's threads did not end");
    }
  }
}
