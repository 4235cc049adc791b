package dev.reprise.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** One address with several servers behind it, each of which gets a connection in its turn. */
public final class InTurn implements AutoCloseable {

  private final int[] ports;
  private final AtomicInteger next = new AtomicInteger();
  private final Acceptor acceptor = new Acceptor();

  /** Passes connections on to ports of the loopback address. */
  public InTurn(int... ports) throws IOException {
    this.ports = ports;
    acceptor.startEach(client -> toOne(ports[next.getAndIncrement() % ports.length]));
  }

  public int port() {
    return acceptor.port();
  }

  private Acceptor.Service toOne(int port) {
    return client -> {
      try (Socket server = acceptor.with(new Socket(InetAddress.getLoopbackAddress(), port))) {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Thread back = new Thread(() -> pass(server, client), "in-turn");
        back.start();
        pass(client, server);
        back.join();
      }
    };
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // One side has gone.
    }
  }

  @Override
  public void close() throws IOException {
    acceptor.close();
  }
}
