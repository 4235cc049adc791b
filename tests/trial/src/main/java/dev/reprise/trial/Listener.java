package dev.reprise.trial;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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
  private final ServerSocket listener;

  /**
   * A peer that does not listen yet.
   *
   * @param keys its certificates, or null for one that is spoken to in clear
   */
  Listener(World world, String peer, KeyManager[] keys) throws IOException {
    this.world = world;
    this.peer = peer;
    context = keys == null ? null : Identities.counted(keys, full);
    listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
  }

  /** For subclasses, at the end of their constructors. */
  final void start() {
    World.THREADS.execute(this::accept);
  }

  final int port() {
    return listener.getLocalPort();
  }

  final int fullHandshakes() {
    return full.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket raw = listener.accept();
        raw.setTcpNoDelay(true);
        Link link = world.link(peer, raw);
        World.THREADS.execute(() -> run(link));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void run(Link link) {
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
    listener.close();
  }
}
