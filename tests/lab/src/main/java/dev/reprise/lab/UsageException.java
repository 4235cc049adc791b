package dev.reprise.lab;

/** What was asked for makes no sense. The message names the option, on one line. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With a message for the user, which names the option. */
  public UsageException(String message) {
    super(message);
  }
}
