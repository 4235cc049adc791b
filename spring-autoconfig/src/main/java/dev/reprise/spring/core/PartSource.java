package dev.reprise.spring.core;

import java.io.IOException;
import java.util.Map;

/**
 * Makes the parts of a client beyond TLS, such as its HttpClient. A lock is held meanwhile, so no
 * bean is looked up. Thread-safe.
 */
@FunctionalInterface
public interface PartSource {

  Map<Class<?>, Maker> makers(Library inForce);

  /**
   * Runs the HTTP library in force once, over a connection within the JVM, so that the first call
   * finds its classes loaded. No part of the application is called, and none of its beans is made.
   */
  default void runDry(Library inForce) throws IOException {}

  @FunctionalInterface
  interface Maker {
    Object make(String client, Clients clients);
  }
}
