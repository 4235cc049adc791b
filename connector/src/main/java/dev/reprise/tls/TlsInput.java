package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;

/** Application data from the peer. */
final class TlsInput extends InputStream {

  private final ResumingSslSocket socket;
  private final ApplicationData data;

  TlsInput(ResumingSslSocket socket, ApplicationData data) {
    this.socket = socket;
    this.data = data;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return data.read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return data.read(bytes, offset, length);
  }

  @Override
  public int available() {
    return data.available();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
