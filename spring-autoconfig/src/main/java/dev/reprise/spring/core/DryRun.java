package dev.reprise.spring.core;

/**
 * Has the HTTP library in force run once, over a connection within the JVM, so that the first call
 * finds its classes loaded. Nothing of the application takes part, nor is any bean of it made.
 */
@FunctionalInterface
public interface DryRun {
  void run() throws Exception;
}
