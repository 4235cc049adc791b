package dev.reprise.tls;

import java.io.IOException;
import java.io.OutputStream;

/** Application data to the peer. */
final class TlsOutput extends OutputStream {

  private final ResumingSslSocket socket;
  private final ApplicationData data;

  TlsOutput(ResumingSslSocket socket, ApplicationData data) {
    this.socket = socket;
    this.data = data;
  }

  @Override
  public void write(int value) throws IOException {
    data.write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    data.write(bytes, offset, length);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
