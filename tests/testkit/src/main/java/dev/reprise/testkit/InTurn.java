package dev.reprise.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** One address with several servers behind it, each of which gets a connection in its turn. */
public final class InTurn implements AutoCloseable {

  private final int[] ports;
  private final ServerSocket listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Passes connections on to ports of the loopback address. */
  public InTurn(int... ports) throws IOException {
    this.ports = ports;
    threads.execute(this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    try {
      for (int i = 0; ; i++) {
        Socket client = listener.accept();
        open.add(client);
        Socket server = new Socket(InetAddress.getLoopbackAddress(), ports[i % ports.length]);
        open.add(server);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        threads.execute(() -> pass(client, server));
        threads.execute(() -> pass(server, client));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      close(from);
      close(to);
    }
    if (from.isOutputShutdown()) {
      close(from);
      close(to);
    }
  }

  private void close(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone in any case.
    }
  }

  @Override
  public void close() throws Exception {
    listener.close();
    open.forEach(this::close);
    threads.shutdown();
    if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException("Connections did not end");
    }
  }
}
