package dev.reprise.probe.wire;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** A TCP socket that records what passes through it, for TLS to be layered on. */
public final class RecordingSocket extends Socket {

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private long readAt;
  private boolean readToEnd;
  private boolean broken;

  /** When TLS last read something or found the end, by {@link System#nanoTime}. */
  public long readAt() {
    return readAt;
  }

  /** Whether TLS has read everything, up to the end or the breaking of the TCP stream. */
  public boolean isReadToEnd() {
    return readToEnd;
  }

  /** Whether it was found broken, as by a reset. */
  public boolean isBroken() {
    return broken;
  }

  byte[] bytes(boolean byClient) {
    return (byClient ? sent : received).toByteArray();
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new RecordingInput(super.getInputStream());
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new RecordingOutput(super.getOutputStream());
  }

  private final class RecordingInput extends FilterInputStream {

    RecordingInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        int count = in.read(bytes, offset, length);
        readAt = System.nanoTime();
        readToEnd |= count < 0;
        received.write(bytes, offset, Math.max(0, count));
        return count;
      } catch (SocketTimeoutException e) {
        throw e;
      } catch (IOException e) {
        readAt = System.nanoTime();
        readToEnd = true;
        broken = true;
        throw e;
      }
    }
  }

  private final class RecordingOutput extends FilterOutputStream {

    RecordingOutput(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      sent.write(bytes, offset, length);
      out.write(bytes, offset, length);
    }
  }
}
