package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;

/** Application data from the peer. */
final class TlsInput extends InputStream {

  private final ResumingSslSocket socket;

  TlsInput(ResumingSslSocket socket) {
    this.socket = socket;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return socket.read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return socket.read(bytes, offset, length);
  }

  @Override
  public int available() throws IOException {
    return socket.available();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
