package dev.reprise.httpclient4;

import dev.reprise.http.RequestProgress;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/**
 * The body of a response: notes on a failure to read it how far the request had come, and tells
 * when it has been read to its end or closed.
 *
 * <p>The connection is then closed, if the peer does so too, rather than by HttpClient's release,
 * which holds a monitor: a virtual thread that waits for the peer there pins its carrier before JDK
 * 24 (JEP 491).
 */
final class ResponseBody extends HttpEntityWrapper {

  private final RequestProgress progress;
  private final Runnable atEnd;

  /** A body; {@code atEnd} may be run more than once. */
  ResponseBody(HttpEntity entity, RequestProgress progress, Runnable atEnd) {
    super(entity);
    this.progress = progress;
    this.atEnd = atEnd;
  }

  @Override
  public InputStream getContent() throws IOException {
    return new Noting(super.getContent(), getContentLength());
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (InputStream content = getContent()) {
      content.transferTo(out);
    }
  }

  private final class Noting extends FilterInputStream {

    private final long length;
    private long count;

    /** A stream of {@code length} bytes, or of an unknown number if that is negative. */
    Noting(InputStream in, long length) {
      super(in);
      this.length = length;
    }

    /** Those who know the length need not read on to see the end. */
    private void passed(int bytes) {
      if (bytes > 0) {
        count += bytes;
      }
      if (bytes < 0 || (bytes > 0 && count == length)) {
        atEnd.run();
      }
    }

    @Override
    public int read() throws IOException {
      try {
        int b = in.read();
        passed(b < 0 ? -1 : 1);
        return b;
      } catch (IOException e) {
        throw progress.noteOn(e);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        int read = in.read(bytes, offset, length);
        passed(read);
        return read;
      } catch (IOException e) {
        throw progress.noteOn(e);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        in.close();
        atEnd.run();
      } catch (IOException e) {
        throw progress.noteOn(e);
      }
    }
  }
}
