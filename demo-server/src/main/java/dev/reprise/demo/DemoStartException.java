package dev.reprise.demo;

/** The demo server could not start; the message tells why in one line, with the mend. */
public final class DemoStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DemoStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
