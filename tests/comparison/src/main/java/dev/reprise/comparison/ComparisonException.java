package dev.reprise.comparison;

/** The comparison cannot go on. The message says why, on one line. */
final class ComparisonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ComparisonException(String message) {
    super(message);
  }

  ComparisonException(String message, Throwable cause) {
    super(message, cause);
  }
}
