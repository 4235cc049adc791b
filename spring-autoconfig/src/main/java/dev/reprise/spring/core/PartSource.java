package dev.reprise.spring.core;

import dev.reprise.spring.RepriseClient;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes what a client is asked for beyond TLS, such as its HttpClient. Looks up no bean by then,
 * since a lock is held. Thread-safe.
 */
public interface PartSource {

  /** What it makes, by the types under which it may be asked for. Not null. */
  Set<Class<?>> types();

  /**
   * Makes a part of a client, by other parts of it. Not null.
   *
   * @param type one of its types
   */
  Object make(Class<?> type, String client, Clients clients);

  /** Refuses properties by which no part could be made, at the start. */
  default void check(ClientConfiguration configuration, RepriseClient client) {}

  /** Whether what it makes uses preconnected connections. */
  default boolean preconnects() {
    return true;
  }

  /** {@link #figures} of the pool of a client; null if it has made none. Makes nothing. */
  default Map<String, Integer> pool(String client, Clients clients) {
    return null;
  }

  /** Connections of a pool at this moment, by name, as the endpoint has them. */
  static Map<String, Integer> figures(
      int leased, int available, int pending, int max, int maxPerRoute) {
    return new TreeMap<>(
        Map.of(
            "leased", leased,
            "available", available,
            "pending", pending,
            "max", max,
            "maxPerRoute", maxPerRoute));
  }
}
