package dev.reprise.testkit;

import java.io.IOException;

/** What peers and proxies of a test have alike: a free port of the loopback address. */
public abstract class LoopbackServer implements AutoCloseable {

  final Acceptor acceptor = new Acceptor();

  LoopbackServer() throws IOException {}

  public int port() {
    return acceptor.port();
  }

  public String url() {
    return "https://localhost:" + port() + "/";
  }

  @Override
  public void close() throws IOException {
    acceptor.close();
  }
}
