package dev.reprise.spring.core;

import java.util.List;
import java.util.Map;

/**
 * Makes the parts of a client beyond TLS, such as its HttpClient. A lock is held meanwhile, so no
 * bean is looked up. Thread-safe.
 */
public interface PartSource {

  /** What makes each part, by the part's type. */
  Map<Class<?>, Maker> makers();

  /** Makes a part of a client, by other parts of it. */
  @FunctionalInterface
  interface Maker {
    Object make(String client, Clients clients);
  }

  /** Properties of a client that have no effect on what it makes. */
  default List<String> withoutEffect() {
    return List.of();
  }

  /**
   * Connections at this moment by name, as the endpoint has them, if that is the pool in force;
   * null for all else.
   */
  default Map<String, Integer> pool(Object made) {
    return null;
  }
}
