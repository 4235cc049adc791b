package dev.reprise.spring.core;

import java.util.Map;

/**
 * Makes the parts of a client beyond TLS, such as its HttpClient. A lock is held meanwhile, so no
 * bean is looked up. Thread-safe.
 */
@FunctionalInterface
public interface PartSource {

  /** What makes each part, by the part's type. */
  Map<Class<?>, Maker> makers();

  /**
   * Has the HTTP library in force run once, over a connection within the JVM, so that the first
   * call finds its classes loaded. Nothing of the application takes part.
   */
  default void runDry() throws Exception {}

  /** Makes a part of a client, by other parts of it. */
  @FunctionalInterface
  interface Maker {
    Object make(String client, Clients clients);
  }
}
