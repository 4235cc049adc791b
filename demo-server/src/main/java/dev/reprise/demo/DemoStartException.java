package dev.reprise.demo;

/** The demo server could not start; the message tells why in one line, with the way out. */
public final class DemoStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DemoStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
