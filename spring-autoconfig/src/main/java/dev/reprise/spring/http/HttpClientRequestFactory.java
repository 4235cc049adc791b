package dev.reprise.spring.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.Objects;
import java.util.Set;
import org.apache.http.Header;
import org.apache.http.HttpEntity;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.client.utils.HttpClientUtils;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.AbstractClientHttpRequest;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Has RestTemplate and RestClient of Spring 6 and later call through an HttpClient 4.5, which their
 * own factories no longer know. Bodies are sent from memory. Thread-safe if the client is.
 */
final class HttpClientRequestFactory implements ClientHttpRequestFactory {

  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

  private final CloseableHttpClient client;

  HttpClientRequestFactory(CloseableHttpClient client) {
    this.client = client;
  }

  @Override
  public ClientHttpRequest createRequest(URI uri, HttpMethod method) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    return new AbstractClientHttpRequest() {
      @Override
      public HttpMethod getMethod() {
        return method;
      }

      @Override
      public URI getURI() {
        return uri;
      }

      @Override
      protected OutputStream getBodyInternal(HttpHeaders headers) {
        return body;
      }

      @Override
      protected ClientHttpResponse executeInternal(HttpHeaders headers) throws IOException {
        RequestBuilder request = RequestBuilder.create(method.name()).setUri(uri);
        headers.forEach((name, all) -> all.forEach(value -> request.addHeader(name, value)));
        // None for a request without a body, where its method allows that (RFC 9110 section 8.6).
        if (body.size() > 0 || WITH_BODY.contains(method.name())) {
          request.setEntity(new ByteArrayEntity(body.toByteArray()));
        }
        return new Response(client.execute(request.build()));
      }
    };
  }

  private static final class Response implements ClientHttpResponse {

    private final CloseableHttpResponse response;
    private final HttpHeaders headers = new HttpHeaders();

    Response(CloseableHttpResponse response) {
      this.response = response;
      for (Header header : response.getAllHeaders()) {
        headers.add(header.getName(), header.getValue());
      }
    }

    @Override
    public HttpStatusCode getStatusCode() {
      return HttpStatusCode.valueOf(getRawStatusCode());
    }

    /** Spring before 6.1 has it abstract, and 7 not at all. */
    @SuppressWarnings({"removal", "MissingOverride"})
    public int getRawStatusCode() {
      return response.getStatusLine().getStatusCode();
    }

    @Override
    public String getStatusText() {
      return Objects.requireNonNullElse(response.getStatusLine().getReasonPhrase(), "");
    }

    @Override
    public HttpHeaders getHeaders() {
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
      HttpClientUtils.closeQuietly(response);
    }
  }
}
