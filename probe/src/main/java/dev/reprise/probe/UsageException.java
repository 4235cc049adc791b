package dev.reprise.probe;

/** An option makes no sense, or a file that one names. The message says which, in one line. */
final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
