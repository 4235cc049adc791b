package dev.reprise.lab;

/** A command cannot go on. The message says why, on one line. */
public final class HarnessException extends RuntimeException {
  private static final long serialVersionUID = 1;

  final int code;

  public HarnessException(String message) {
    this(message, null);
  }

  public HarnessException(String message, Throwable cause) {
    super(message, cause);
    code = Experiment.FAILURE;
  }

  private HarnessException(String message, int code) {
    super(message);
    this.code = code;
  }

  /** For what makes no sense; the message names the option. */
  public static HarnessException ofUsage(String message) {
    return new HarnessException(message, Experiment.USAGE);
  }
}
