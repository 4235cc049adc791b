package dev.reprise.spring.core;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.util.ClassUtils;

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

  /** Spring's type of request factories; empty without spring-web. */
  static Optional<Class<?>> requestFactory() {
    String type = "org.springframework.http.client.ClientHttpRequestFactory";
    ClassLoader loader = PartSource.class.getClassLoader();
    return Optional.of(type)
        .filter(name -> ClassUtils.isPresent(name, loader))
        .map(name -> ClassUtils.resolveClassName(name, loader));
  }

  /** Properties of a client that have no effect on what it makes. */
  default List<String> withoutEffect() {
    return List.of();
  }

  /** {@link #figures} of the pool in force, if that is what it has made; null for all else. */
  default Map<String, Integer> pool(Object made) {
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
