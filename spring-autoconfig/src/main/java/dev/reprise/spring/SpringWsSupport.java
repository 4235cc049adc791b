package dev.reprise.spring;

import org.apache.http.impl.client.HttpClientBuilder;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/** What a client needs to serve Spring-WS; loaded only where Spring-WS is. */
final class SpringWsSupport {

  static final String SENDER = "org.springframework.ws.transport.http.HttpComponentsMessageSender";

  private SpringWsSupport() {}

  /** Spring-WS writes a Content-Length, which HttpClient refuses to find in a request. */
  static void prepare(HttpClientBuilder client) {
    client.addInterceptorFirst(new HttpComponentsMessageSender.RemoveSoapHeadersInterceptor());
  }
}
