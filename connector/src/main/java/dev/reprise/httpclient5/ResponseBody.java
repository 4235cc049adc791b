package dev.reprise.httpclient5;

import dev.reprise.http.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** The body of a response, which tells when it has been read to its end. */
final class ResponseBody extends HttpEntityWrapper {

  private final Exchange exchange;
  private final Runnable atEnd;

  ResponseBody(HttpEntity entity, Exchange exchange, Runnable atEnd) {
    super(entity);
    this.exchange = exchange;
    this.atEnd = atEnd;
  }

  /**
   * The length is left out, so that the last byte is not the end yet: a caller who has it may close
   * the pool, under whose lock nothing is waited for. HttpClient closes as it sees the end itself.
   */
  @Override
  public InputStream getContent() throws IOException {
    return exchange.body(super.getContent(), -1, atEnd);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (InputStream content = getContent()) {
      content.transferTo(out);
    }
  }
}
