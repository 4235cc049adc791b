package dev.reprise.spring;

import org.apache.http.impl.client.HttpClientBuilder;

/**
 * Changes each client's HttpClient 4.5, such as its interceptors, after the properties were
 * applied. All beans of this type are called, in their order.
 */
@FunctionalInterface
public interface HttpClientCustomizer {

  /** Changes the builder of a client; that of the plain properties is called {@code default}. */
  void customize(String client, HttpClientBuilder builder);
}
