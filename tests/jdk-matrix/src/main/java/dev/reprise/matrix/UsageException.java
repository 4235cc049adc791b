package dev.reprise.matrix;

/** What was asked for makes no sense. The message names the option and the mend, on one line. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
