package dev.reprise.testkit;

import java.io.IOException;

/** What the peers and proxies of a test have in common: a free port of the loopback address. */
public abstract class LoopbackServer implements AutoCloseable {

  final Acceptor acceptor;

  LoopbackServer() throws IOException {
    this(new Acceptor());
  }

  LoopbackServer(Acceptor acceptor) {
    this.acceptor = acceptor;
  }

  public int port() {
    return acceptor.port();
  }

  public String url() {
    return "https://localhost:" + port() + "/";
  }

  /** The open connections. */
  public int open() {
    return acceptor.open();
  }

  @Override
  public void close() throws IOException {
    acceptor.close();
  }
}
