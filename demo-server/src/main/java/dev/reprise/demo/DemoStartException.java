package dev.reprise.demo;

/** Thrown if the demo server could not start. The message says why in one line, and what to do. */
public final class DemoStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DemoStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
