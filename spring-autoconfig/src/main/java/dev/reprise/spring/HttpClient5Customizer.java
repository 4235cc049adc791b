package dev.reprise.spring;

import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

/**
 * Changes each client's HttpClient 5, such as its interceptors, after the properties were applied.
 * All beans of this type are called, in their order.
 */
@FunctionalInterface
public interface HttpClient5Customizer {

  /** Changes the builder of a client; that of the plain properties is called {@code default}. */
  void customize(String client, HttpClientBuilder builder);
}
