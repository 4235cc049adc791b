package dev.reprise.spring.core;

import java.util.Map;

/**
 * Makes the parts of a client beyond TLS, such as its HttpClient. A lock is held meanwhile, so no
 * bean is looked up. Thread-safe.
 */
@FunctionalInterface
public interface PartSource {

  Map<Class<?>, Maker> makers();

  @FunctionalInterface
  interface Maker {
    Object make(String client, Clients clients);
  }
}
