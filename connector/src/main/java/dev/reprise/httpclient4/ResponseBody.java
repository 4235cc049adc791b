package dev.reprise.httpclient4;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/** The body of a response: notes on a failure to read it that the response's head was received. */
final class ResponseBody extends HttpEntityWrapper {

  ResponseBody(HttpEntity entity) {
    super(entity);
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

  private static final class Noting extends FilterInputStream {

    Noting(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        return in.read();
      } catch (IOException e) {
        throw RequestProgress.ANSWERED.noteOn(e);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return in.read(bytes, offset, length);
      } catch (IOException e) {
        throw RequestProgress.ANSWERED.noteOn(e);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        in.close();
      } catch (IOException e) {
        throw RequestProgress.ANSWERED.noteOn(e);
      }
    }
  }
}
