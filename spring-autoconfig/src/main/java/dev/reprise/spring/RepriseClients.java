package dev.reprise.spring;

import java.util.Set;

/**
 * All clients by name, and what each is made of. Parts are made when they are first asked for,
 * kept, and closed with the application. Thread-safe.
 */
public interface RepriseClients {

  /** Name of the client of the plain {@code reprise.*}. */
  String DEFAULT = "default";

  /** The names under {@code reprise.clients}, and {@code default}. Unmodifiable, not null. */
  Set<String> names();

  /**
   * The client of the name. Not null.
   *
   * @throws IllegalArgumentException if there is none; another one never stands in for it
   */
  default RepriseClient get(String client) {
    return get(client, RepriseClient.class);
  }

  /**
   * The client's part of a type, such as HttpClient, WebServiceMessageSender,
   * ClientHttpRequestFactory, SSLSocketFactory or SSLContext. Not null.
   *
   * @throws IllegalArgumentException if there is no such client, or it has no part of the type
   */
  <T> T get(String client, Class<T> type);
}
