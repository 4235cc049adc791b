package dev.reprise.spring;

import org.apache.http.impl.client.HttpClientBuilder;

/**
 * Has the last word on the HttpClient of each client, such as its interceptors or retries. All
 * beans of this type are asked in their order.
 */
@FunctionalInterface
public interface HttpClientCustomizer {

  /** Changes what the properties of {@code client} gave; {@code default} is the plain one. */
  void customize(String client, HttpClientBuilder builder);
}
