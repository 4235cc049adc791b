package dev.reprise.spring.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.apache.http.Header;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.util.EntityUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/** One response from HttpClient 4.5; closing it gives the connection back. Not thread-safe. */
final class HttpClientResponse implements ClientHttpResponse {

  private final HttpResponse response;
  private HttpHeaders headers;

  HttpClientResponse(HttpResponse response) {
    this.response = response;
  }

  @Override
  public HttpStatusCode getStatusCode() {
    return HttpStatusCode.valueOf(response.getStatusLine().getStatusCode());
  }

  @Override
  public String getStatusText() {
    String reason = response.getStatusLine().getReasonPhrase();
    return reason == null ? "" : reason;
  }

  @Override
  public HttpHeaders getHeaders() {
    if (headers == null) {
      headers = new HttpHeaders();
      for (Header header : response.getAllHeaders()) {
        headers.add(header.getName(), header.getValue());
      }
    }
    return headers;
  }

  @Override
  public InputStream getBody() throws IOException {
    HttpEntity entity = response.getEntity();
    return entity == null ? InputStream.nullInputStream() : entity.getContent();
  }

  /** Reads the rest of the body, so that the connection ends in order, or serves again. */
  @Override
  public void close() {
    try {
      try {
        EntityUtils.consume(response.getEntity());
      } finally {
        if (response instanceof Closeable) {
          ((Closeable) response).close();
        }
      }
    } catch (IOException e) {
      // The connection is of no more use, and is closed.
    }
  }
}
