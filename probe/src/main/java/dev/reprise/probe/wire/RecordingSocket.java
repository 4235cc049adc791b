package dev.reprise.probe.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A TCP socket that records what passes through it, for TLS to be layered on. Times are those of
 * {@link System#nanoTime}.
 */
public final class RecordingSocket extends Socket {

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private final RecordingInput input = new RecordingInput();
  private volatile int soTimeout;
  private volatile long endedAt;
  private volatile long readAt;
  private volatile boolean readToEnd;

  /** Why reading ended, unless it ended normally. */
  private volatile String failure;

  /** When the peer ended the connection, or it was found broken; 0 if it was not. */
  public long endedAt() {
    return endedAt;
  }

  /** Whether it was found broken, as by a reset. */
  public boolean isBroken() {
    return failure != null;
  }

  /** When the last bytes came that TLS has read so far. */
  public long readAt() {
    return readAt;
  }

  /** Whether TLS has read everything, up to the end or the breaking of the TCP stream. */
  public boolean isReadToEnd() {
    return readToEnd;
  }

  byte[] bytes(boolean byClient) {
    return (byClient ? sent : received).toByteArray();
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
        received.write(buffer, 0, count);
        arrivals.add(new Arrival(Arrays.copyOf(buffer, count)));
      }
    } catch (IOException e) {
      failure = String.valueOf(e.getMessage());
    }
    endedAt = System.nanoTime();
    arrivals.add(new Arrival(new byte[0]));
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

  /** Bytes, none at the end of the stream. */
  private static final class Arrival {

    private final ByteArrayInputStream bytes;
    private final long at = System.nanoTime();

    Arrival(byte[] bytes) {
      this.bytes = new ByteArrayInputStream(bytes);
    }
  }

  /** Hands out what has arrived. One thread at a time reads, as JSSE does. */
  private final class RecordingInput extends InputStream {

    private ByteArrayInputStream current = new ByteArrayInputStream(new byte[0]);

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length > 0 && current.available() == 0 && !readToEnd) {
        current = next();
      }
      if (readToEnd && failure != null) {
        throw new SocketException(failure);
      }
      return length == 0 ? 0 : current.read(bytes, offset, length);
    }

    /** The bytes that arrived next; none at the end of the stream. */
    private ByteArrayInputStream next() throws IOException {
      try {
        Arrival arrival =
            soTimeout == 0 ? arrivals.take() : arrivals.poll(soTimeout, TimeUnit.MILLISECONDS);
        if (arrival == null) {
          throw new SocketTimeoutException("Read timed out");
        }
        readToEnd = arrival.bytes.available() == 0;
        readAt = readToEnd ? readAt : arrival.at;
        return arrival.bytes;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
    }

    @Override
    public int available() {
      Arrival next = arrivals.peek();
      return current.available() + (next == null ? 0 : next.bytes.available());
    }
  }

  private final class RecordingOutput extends OutputStream {

    private final OutputStream out;

    RecordingOutput(OutputStream out) {
      this.out = out;
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
