package dev.reprise.trial;

import dev.reprise.testkit.Acceptor;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;

/** Takes connections on a free port of the loopback address, and serves each on a thread. */
abstract class Listener implements AutoCloseable {

  final World world;

  /** For its TLS, or null. */
  final SSLContext context;

  private final AtomicInteger full = new AtomicInteger();
  private final String peer;
  private final Acceptor acceptor = new Acceptor();

  /**
   * A peer that does not listen yet.
   *
   * @param keys its certificates, or null for one that is spoken to in clear
   */
  Listener(World world, String peer, KeyManager[] keys) throws IOException {
    this.world = world;
    this.peer = peer;
    context = keys == null ? null : Identities.counted(keys, full);
  }

  /** For subclasses, at the end of their constructors. */
  final void start() {
    acceptor.start(this::run);
  }

  final int port() {
    return acceptor.port();
  }

  final int fullHandshakes() {
    return full.get();
  }

  private void run(Socket raw) throws IOException {
    raw.setTcpNoDelay(true);
    Link link = world.link(peer, raw);
    try {
      serve(link);
    } catch (IOException | RuntimeException e) {
      // The client went, or was sent away; what it made of that is looked at.
    } finally {
      link.closeQuietly();
      link.open = false;
    }
  }

  abstract void serve(Link link) throws IOException;

  @Override
  public final void close() throws IOException {
    acceptor.close();
  }
}
