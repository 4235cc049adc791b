package dev.reprise.benchmarks;

/** An option makes no sense; the message names it. */
final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
