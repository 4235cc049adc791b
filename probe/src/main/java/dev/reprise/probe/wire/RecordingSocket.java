package dev.reprise.probe.wire;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/**
 * A TCP socket that records what passes through it, for TLS to be layered on.
 *
 * <p>While it is only {@linkplain #watch watched}, nothing is sent and nothing closes it: TLS 1.2
 * answers a close_notify by itself, and the peer's kernel may answer that with a reset, which would
 * hide how the peer itself has closed.
 */
public final class RecordingSocket extends Socket {

  private final Recording recording = new Recording();
  private volatile boolean watched;

  public Recording recording() {
    return recording;
  }

  /** Whether from now on writes are dropped and closes ignored. */
  public void watch(boolean on) {
    watched = on;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new RecordingInput(super.getInputStream());
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new RecordingOutput(super.getOutputStream());
  }

  @Override
  public synchronized void close() throws IOException {
    if (!watched) {
      super.close();
    }
  }

  @Override
  public void shutdownOutput() throws IOException {
    if (!watched) {
      super.shutdownOutput();
    }
  }

  @Override
  public void shutdownInput() throws IOException {
    if (!watched) {
      super.shutdownInput();
    }
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
      long began = System.nanoTime();
      try {
        int count = in.read(bytes, offset, length);
        if (count < 0) {
          recording.ended();
        } else {
          recording.received(bytes, offset, count);
        }
        return count;
      } catch (SocketTimeoutException e) {
        throw e;
      } catch (SocketException e) {
        recording.broke(String.valueOf(e.getMessage()));
        throw e;
      } finally {
        recording.waited(System.nanoTime() - began);
      }
    }

    @Override
    public void close() throws IOException {
      RecordingSocket.this.close();
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
      if (watched) {
        return;
      }
      recording.sent(bytes, offset, length);
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      RecordingSocket.this.close();
    }
  }
}
