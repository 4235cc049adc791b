package dev.reprise.spring;

import java.util.Set;

/** All clients by name, where injecting them one by one does not do. Thread-safe. */
public interface RepriseClients {

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
   * The client's bean of a type, such as HttpClient, WebServiceMessageSender or
   * ClientHttpRequestFactory. Not null.
   *
   * @throws IllegalArgumentException if there is no such client, or it has no bean of the type
   */
  <T> T get(String client, Class<T> type);
}
