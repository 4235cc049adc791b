package dev.reprise.httpclient5;

import dev.reprise.http.RequestProgress;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** The body of a response, which tells when it has been read to its end. */
final class ResponseBody extends HttpEntityWrapper {

  private final HttpEntity body;
  private final RequestProgress progress;
  private final Runnable atEnd;

  /** A body; {@code atEnd} may be run more than once. */
  ResponseBody(HttpEntity body, RequestProgress progress, Runnable atEnd) {
    super(body);
    this.body = body;
    this.progress = progress;
    this.atEnd = atEnd;
  }

  @Override
  public InputStream getContent() throws IOException {
    return new Noting(body.getContent(), getContentLength());
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
    public int read(byte[] bytes, int offset, int most) throws IOException {
      try {
        int read = in.read(bytes, offset, most);
        passed(read);
        return read;
      } catch (IOException e) {
        throw progress.noteOn(e);
      }
    }

    /** HttpCore reads what is left of the body here. */
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
