package dev.reprise.probe.wire;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A TCP socket that records what passes through it, for TLS to be layered on.
 *
 * <p>While it is only {@linkplain #watch watched}, nothing is sent and nothing closes it: TLS 1.2
 * answers a close_notify by itself, and the peer's kernel may answer that with a reset, which would
 * hide how the peer itself has closed.
 */
public final class RecordingSocket extends Socket {

  private final Recording recording = new Recording();
  private final BlockingQueue<Recording.Chunk> arrivals = new LinkedBlockingQueue<>();
  private final RecordingInput input = new RecordingInput();
  private volatile boolean watched;
  private volatile int soTimeout;

  /** Why reading ended, unless it ended normally. */
  private volatile String failure;

  public Recording recording() {
    return recording;
  }

  /** Whether from now on writes are dropped and closes ignored. */
  public void watch(boolean on) {
    watched = on;
  }

  @Override
  public void connect(SocketAddress endpoint, int timeout) throws IOException {
    super.connect(endpoint, timeout);
    InputStream in = super.getInputStream();
    Thread reader = new Thread(() -> receive(in), "probe-receive");
    reader.setDaemon(true);
    reader.start();
  }

  /** Reads at once whatever comes, so that its time is known even if the reader is busy. */
  private void receive(InputStream in) {
    byte[] buffer = new byte[16 * 1024];
    try {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        arrivals.add(recording.received(buffer, 0, count));
      }
      recording.ended();
    } catch (IOException e) {
      failure = String.valueOf(e.getMessage());
      if (!super.isClosed()) {
        recording.broke();
      }
    }
    arrivals.add(new Recording.Chunk(buffer, 0, 0));
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return input;
  }

  @Override
  public void setSoTimeout(int millis) {
    soTimeout = millis;
  }

  @Override
  public int getSoTimeout() {
    return soTimeout;
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

  /** Hands out what has arrived. One thread at a time reads, as JSSE does. */
  private final class RecordingInput extends InputStream {

    private byte[] current = {};
    private int at;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (at == current.length) {
        current = next();
        at = 0;
        if (current.length == 0) {
          return -1;
        }
      }
      int count = Math.min(length, current.length - at);
      System.arraycopy(current, at, bytes, offset, count);
      at += count;
      return count;
    }

    /** The bytes that arrived next; none at the end of the stream. */
    private byte[] next() throws IOException {
      int timeout = soTimeout;
      try {
        Recording.Chunk arrival =
            timeout == 0 ? arrivals.take() : arrivals.poll(timeout, TimeUnit.MILLISECONDS);
        if (arrival == null) {
          throw new SocketTimeoutException("Read timed out");
        }
        if (arrival.bytes.length == 0) {
          // It stays so.
          arrivals.add(arrival);
        }
        recording.handedOut(arrival.bytes.length == 0, arrival.at);
        if (arrival.bytes.length == 0 && failure != null) {
          throw new SocketException(failure);
        }
        return arrival.bytes;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
    }

    @Override
    public int available() {
      Recording.Chunk next = arrivals.peek();
      return current.length - at + (next == null ? 0 : next.bytes.length);
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
