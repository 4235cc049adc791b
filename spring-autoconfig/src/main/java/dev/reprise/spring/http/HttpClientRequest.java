package dev.reprise.spring.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.Set;
import java.util.TreeSet;
import org.apache.http.HttpEntity;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.entity.AbstractHttpEntity;
import org.apache.http.entity.ByteArrayEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.StreamingHttpOutputMessage.Body;
import org.springframework.http.client.AbstractClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;

/** One request of RestTemplate or RestClient, sent through HttpClient 4.5. Not thread-safe. */
final class HttpClientRequest extends AbstractClientHttpRequest
    implements StreamingHttpOutputMessage {

  /** HttpClient sets these from the entity, and refuses to be given them. */
  private static final Set<String> FRAMING = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  static {
    FRAMING.add(HttpHeaders.CONTENT_LENGTH);
    FRAMING.add(HttpHeaders.TRANSFER_ENCODING);
  }

  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

  private final HttpClient client;
  private final HttpMethod method;
  private final URI uri;
  private ByteArrayOutputStream buffer;
  private Body body;

  HttpClientRequest(HttpClient client, HttpMethod method, URI uri) {
    this.client = client;
    this.method = method;
    this.uri = uri;
  }

  @Override
  public HttpMethod getMethod() {
    return method;
  }

  @Override
  public URI getURI() {
    return uri;
  }

  @Override
  public void setBody(Body streamed) {
    assertNotExecuted();
    body = streamed;
  }

  @Override
  protected OutputStream getBodyInternal(HttpHeaders headers) {
    if (buffer == null) {
      buffer = new ByteArrayOutputStream();
    }
    return buffer;
  }

  @Override
  protected ClientHttpResponse executeInternal(HttpHeaders headers) throws IOException {
    RequestBuilder builder = RequestBuilder.create(method.name()).setUri(uri);
    headers.forEach(
        (name, values) -> {
          if (!FRAMING.contains(name)) {
            values.forEach(value -> builder.addHeader(name, value));
          }
        });
    HttpEntity entity = entity(headers);
    if (entity != null) {
      builder.setEntity(entity);
    }
    HttpUriRequest request = builder.build();
    return new HttpClientResponse(client.execute(request));
  }

  /** Null for a request without a body, where its method allows that (RFC 9110 section 8.6). */
  private HttpEntity entity(HttpHeaders headers) {
    if (body != null) {
      return new StreamedEntity(body, headers.getContentLength());
    }
    if (buffer != null) {
      return new ByteArrayEntity(buffer.toByteArray());
    }
    return WITH_BODY.contains(method.name()) ? new ByteArrayEntity(new byte[0]) : null;
  }

  /** A request body that Spring writes straight to the connection. */
  private static final class StreamedEntity extends AbstractHttpEntity {

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
}
