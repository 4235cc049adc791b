package dev.reprise.testkit;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** One address with several servers behind it, which get connections in turn. */
public final class InTurn extends LoopbackServer {

  private final AtomicInteger next = new AtomicInteger();

  public InTurn(int... ports) throws IOException {
    acceptor.startEach(
        accepted -> {
          int port = ports[next.getAndIncrement() % ports.length];
          return client -> {
            try (Socket server = acceptor.connect(port)) {
              acceptor.join(client, server);
            }
          };
        });
  }
}
