package dev.reprise.spring;

import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

/**
 * Has the last word on the HttpClient 5 of each client, such as its interceptors or retries. All
 * beans of this type are asked in their order.
 */
@FunctionalInterface
public interface HttpClient5Customizer {

  /** Changes what the properties of {@code client} gave; {@code default} is the plain one. */
  void customize(String client, HttpClientBuilder builder);
}
