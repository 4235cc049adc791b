package dev.reprise.spring.core;

import dev.reprise.spring.RepriseClient;
import java.util.Map;
import java.util.Set;

/** Makes what a client is asked for beyond TLS, such as its HttpClient. Thread-safe. */
public interface PartSource {

  /** What it makes, by the types under which it may be asked for. Not null. */
  Set<Class<?>> types();

  /**
   * Makes a part of a client, by other parts of it. Not null.
   *
   * @param type one of its types
   */
  Object make(Class<?> type, String client, Clients clients);

  /** Has the beans made that it asks, which must not be waited for while parts are made. */
  default void prepare() {}

  /** Refuses properties by which no part could be made, at the start. */
  default void check(ClientConfiguration configuration, RepriseClient client) {}

  /** Figures of the pool of a client, by name; null if it has made none. Makes nothing. */
  default Map<String, Integer> pool(String client, Clients clients) {
    return null;
  }

  /** Whether it comes before all others, as in tests. */
  default boolean isFirst() {
    return false;
  }
}
