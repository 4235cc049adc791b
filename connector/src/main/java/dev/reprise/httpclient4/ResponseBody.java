package dev.reprise.httpclient4;

import dev.reprise.http.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/**
 * The body of a response, at whose end the connection is closed if the peer does so too. HttpClient
 * releases it within a monitor: a virtual thread that waited for the peer there would pin its
 * carrier before JDK 24 (JEP 491).
 */
final class ResponseBody extends HttpEntityWrapper {

  private final Exchange exchange;
  private final Runnable atEnd;

  ResponseBody(HttpEntity entity, Exchange exchange, Runnable atEnd) {
    super(entity);
    this.exchange = exchange;
    this.atEnd = atEnd;
  }

  @Override
  public InputStream getContent() throws IOException {
    return exchange.body(super.getContent(), getContentLength(), atEnd);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (InputStream content = getContent()) {
      content.transferTo(out);
    }
  }
}
