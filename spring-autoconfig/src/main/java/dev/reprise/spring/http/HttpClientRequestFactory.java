package dev.reprise.spring.http;

import java.net.URI;
import org.apache.http.client.HttpClient;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * Has RestTemplate and RestClient of Spring 6 and later call through an HttpClient 4.5, which their
 * own factories no longer know. Bodies that converters can stream are streamed. Thread-safe if the
 * client is.
 */
final class HttpClientRequestFactory implements ClientHttpRequestFactory {

  private final HttpClient client;

  HttpClientRequestFactory(HttpClient client) {
    this.client = client;
  }

  @Override
  public ClientHttpRequest createRequest(URI uri, HttpMethod method) {
    return new HttpClientRequest(client, method, uri);
  }
}
