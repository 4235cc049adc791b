package dev.reprise.spring;

import org.apache.http.impl.client.HttpClientBuilder;

/**
 * Changes each client's HttpClient 4.5, such as its interceptors, after the properties were
 * applied. All beans of this type are called, in their order.
 */
@FunctionalInterface
public interface HttpClientCustomizer {

  /**
   * Changes a builder to which the properties of {@code client} were applied. The client of the
   * plain properties is called {@code default}.
   */
  void customize(String client, HttpClientBuilder builder);
}
