package dev.reprise.spring;

import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

/**
 * Changes the HttpClient 5 of each client after the properties were applied, such as its
 * interceptors or retries. All beans of this type are called, in their order.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface HttpClient5Customizer {

  /**
   * Changes a builder to which the properties of {@code client} were applied. The client of the
   * plain properties is called {@code default}.
   */
  void customize(String client, HttpClientBuilder builder);
}
