package dev.reprise.lab;

/** A command cannot go on. The message says why, on one line. */
public final class HarnessException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With a message for the user. */
  public HarnessException(String message) {
    super(message);
  }

  /** With a message for the user, and the cause. */
  public HarnessException(String message, Throwable cause) {
    super(message, cause);
  }
}
