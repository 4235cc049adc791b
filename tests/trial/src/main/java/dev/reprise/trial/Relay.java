package dev.reprise.trial;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** Passes bytes on between a proxy's client and the target, and looks for the marker in them. */
final class Relay {

  private static final byte[] MARKER = World.MARKER.getBytes(StandardCharsets.US_ASCII);

  private final World world;
  private final Link client;
  private final Socket target;

  Relay(World world, Link client, int port) throws IOException {
    this.world = world;
    this.client = client;
    target = new Socket(InetAddress.getLoopbackAddress(), port);
    target.setTcpNoDelay(true);
  }

  void run() throws IOException {
    CountDownLatch back = new CountDownLatch(1);
    try (target) {
      World.THREADS.execute(
          () -> {
            pass(targetInput(), client.out, client.socket, false);
            back.countDown();
          });
      pass(client.in, target.getOutputStream(), target, true);
      back.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private InputStream targetInput() {
    try {
      return target.getInputStream();
    } catch (IOException e) {
      return InputStream.nullInputStream();
    }
  }

  private void pass(InputStream in, OutputStream out, Socket receiver, boolean watched) {
    byte[] buffer = new byte[16 * 1024];
    int matched = 0;
    try {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        for (int i = 0; watched && i < count; i++) {
          matched = buffer[i] == MARKER[matched] ? matched + 1 : buffer[i] == MARKER[0] ? 1 : 0;
          if (matched == MARKER.length) {
            world.alarm("a proxy read a request in clear");
            matched = 0;
          }
        }
        out.write(buffer, 0, count);
        out.flush();
      }
      World.shutOutput(receiver);
      if (receiver == client.socket) {
        World.shutOutput(client.raw);
      }
    } catch (IOException e) {
      resetBoth();
    }
  }

  private void resetBoth() {
    for (Socket socket : new Socket[] {client.raw, target}) {
      try {
        World.reset(socket);
      } catch (IOException e) {
        // It was closed.
      }
    }
  }
}
