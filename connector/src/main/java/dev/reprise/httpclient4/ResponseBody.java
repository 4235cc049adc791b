package dev.reprise.httpclient4;

import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/** The body of a response: notes on a failure to read it that the response's head was received. */
final class ResponseBody extends HttpEntityWrapper {

  private final Closeable connection;

  /**
   * A body; {@code connection}, if not null, is closed when it has been read or closed, rather than
   * by HttpClient's release, which holds a monitor: a virtual thread that waits for the peer there
   * pins its carrier before JDK 24 (JEP 491).
   */
  ResponseBody(HttpEntity entity, Closeable connection) {
    super(entity);
    this.connection = connection;
  }

  private void ended() {
    if (connection != null) {
      try {
        connection.close();
      } catch (IOException e) {
        // The response is whole, and the TCP socket is closed all the same.
      }
    }
  }

  @Override
  public InputStream getContent() throws IOException {
    return new Noting(super.getContent());
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (InputStream content = getContent()) {
      content.transferTo(out);
    }
  }

  private final class Noting extends FilterInputStream {

    Noting(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        int b = in.read();
        if (b < 0) {
          ended();
        }
        return b;
      } catch (IOException e) {
        throw RequestProgress.ANSWERED.noteOn(e);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        int count = in.read(bytes, offset, length);
        if (count < 0) {
          ended();
        }
        return count;
      } catch (IOException e) {
        throw RequestProgress.ANSWERED.noteOn(e);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        in.close();
        ended();
      } catch (IOException e) {
        throw RequestProgress.ANSWERED.noteOn(e);
      }
    }
  }
}
