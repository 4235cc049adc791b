package dev.reprise.spring;

import java.util.Set;

/**
 * All clients by name, and their parts. A part is made at the first request for it, kept, and
 * closed with the application. Thread-safe.
 */
public interface RepriseClients {

  /** Name of the client of the plain properties {@code reprise.*}. */
  String DEFAULT = "default";

  /** Returns the names under {@code reprise.clients}, and {@code default}. Unmodifiable. */
  Set<String> names();

  /**
   * Returns the client of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  default RepriseClient get(String client) {
    return get(client, RepriseClient.class);
  }

  /**
   * Returns the client's part of a type, such as HttpClient, WebServiceMessageSender,
   * ClientHttpRequestFactory, SSLSocketFactory or SSLContext.
   *
   * @throws IllegalArgumentException if there is no such client, or it has no part of the type
   */
  <T> T get(String client, Class<T> type);
}
