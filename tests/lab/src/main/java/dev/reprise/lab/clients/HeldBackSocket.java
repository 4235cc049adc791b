package dev.reprise.lab.clients;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A socket that can hold back what is written, so that the end of a connection leaves together with
 * the answer: on a busy machine a client would give up its wait for the one after the other. For
 * use by one thread.
 */
final class HeldBackSocket extends Socket {

  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private boolean holding;
  private OutputStream out;

  private HeldBackSocket() {}

  /** A server socket of the loopback address that accepts such sockets. */
  static ServerSocket listener() throws IOException {
    return new ServerSocket(0, 512, InetAddress.getLoopbackAddress()) {
      @Override
      public HeldBackSocket accept() throws IOException {
        HeldBackSocket socket = new HeldBackSocket();
        implAccept(socket);
        return socket;
      }
    };
  }

  /** Holds back what is written from now on. */
  void hold() {
    holding = true;
  }

  /** Writes what was held back. */
  void release() throws IOException {
    holding = false;
    if (held.size() > 0) {
      held.writeTo(super.getOutputStream());
      held.reset();
    }
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    if (out == null) {
      out = new Holding(super.getOutputStream());
    }
    return out;
  }

  /** JSSE does this where it has nothing more to say. */
  @Override
  public void shutdownOutput() throws IOException {
    release();
    if (!isOutputShutdown()) {
      super.shutdownOutput();
    }
  }

  private final class Holding extends OutputStream {

    private final OutputStream to;

    Holding(OutputStream to) {
      this.to = to;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      (holding ? held : to).write(bytes, offset, length);
    }
  }
}
