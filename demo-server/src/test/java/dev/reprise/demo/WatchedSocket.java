package dev.reprise.demo;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/** A TCP socket that notes whether the peer's FIN was read. */
class WatchedSocket extends Socket {
  private volatile boolean endOfStream;

  WatchedSocket(String host, int port) throws IOException {
    super(host, port);
  }

  boolean endOfStream() {
    return endOfStream;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        return noted(super.read());
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return noted(super.read(bytes, offset, length));
      }
    };
  }

  private int noted(int result) {
    endOfStream |= result < 0;
    return result;
  }
}
