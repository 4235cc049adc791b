package dev.reprise.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port of this machine that refuses connections. Nobody else gets it meanwhile. */
public final class ClosedPort implements AutoCloseable {

  private final Socket bound = new Socket();

  private ClosedPort() throws IOException {
    bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  public static ClosedPort take() {
    try {
      return new ClosedPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return bound.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    bound.close();
  }
}
