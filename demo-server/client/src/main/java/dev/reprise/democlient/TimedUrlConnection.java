package dev.reprise.democlient;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import org.springframework.ws.transport.http.HttpUrlConnection;

/**
 * The stock connection. The JDK closes the socket inside the read of the last byte, so what is
 * timed as the close is reading the body, which is short, and closing. For use by one thread.
 */
final class TimedUrlConnection extends HttpUrlConnection {
  private final Figures figures;
  private boolean connected;
  private long closingNanos;

  TimedUrlConnection(HttpURLConnection connection, Figures figures) {
    super(connection);
    this.figures = figures;
  }

  @Override
  protected OutputStream getRequestOutputStream() throws IOException {
    OutputStream out = super.getRequestOutputStream();
    if (!connected) {
      connected = true;
      figures.handshake();
    }
    return out;
  }

  @Override
  protected InputStream getRawResponseInputStream() throws IOException {
    return new FilterInputStream(super.getRawResponseInputStream()) {
      @Override
      public int read() throws IOException {
        long start = System.nanoTime();
        try {
          return super.read();
        } finally {
          closingNanos += System.nanoTime() - start;
        }
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        long start = System.nanoTime();
        try {
          return super.read(bytes, offset, length);
        } finally {
          closingNanos += System.nanoTime() - start;
        }
      }
    };
  }

  @Override
  public void onClose() {
    long start = System.nanoTime();
    super.onClose();
    if (connected) {
      figures.closed(closingNanos + System.nanoTime() - start);
    }
  }
}
