package dev.reprise.spring;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.entity.AbstractHttpEntity;
import org.springframework.http.StreamingHttpOutputMessage.Body;

/** A request body that Spring writes straight to the connection. */
final class StreamedEntity extends AbstractHttpEntity {

  private final Body body;
  private final long length;

  /**
   * An entity.
   *
   * @param length in bytes, or negative when unknown; the body is sent in chunks then
   */
  StreamedEntity(Body body, long length) {
    this.body = body;
    this.length = length;
    setChunked(length < 0);
  }

  @Override
  public boolean isRepeatable() {
    return body.repeatable();
  }

  @Override
  public long getContentLength() {
    return length;
  }

  @Override
  public boolean isStreaming() {
    return !isRepeatable();
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    body.writeTo(out);
  }

  @Override
  public InputStream getContent() {
    throw new UnsupportedOperationException("The body can only be written");
  }
}
