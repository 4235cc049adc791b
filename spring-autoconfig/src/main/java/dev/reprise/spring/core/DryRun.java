package dev.reprise.spring.core;

/**
 * Runs the HTTP library in force once, over a connection within the JVM, so that the first call
 * finds its classes loaded. No part of the application is called, and none of its beans is made.
 */
@FunctionalInterface
public interface DryRun {
  void run() throws Exception;
}
