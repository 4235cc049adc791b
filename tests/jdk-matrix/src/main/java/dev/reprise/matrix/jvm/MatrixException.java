package dev.reprise.matrix.jvm;

/** A matrix cannot go on. The message says why, on one line. */
public final class MatrixException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With a message for the user. */
  public MatrixException(String message) {
    super(message);
  }

  /** With a message for the user, and the cause. */
  public MatrixException(String message, Throwable cause) {
    super(message, cause);
  }
}
