package dev.reprise.demo;

/** One line about an option: its name, what is wrong with it, and the mend. */
final class InvalidOptionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidOptionException(String option, String problem) {
    super(option + ": " + problem);
  }

  InvalidOptionException(String option, String problem, Throwable cause) {
    super(option + ": " + problem, cause);
  }
}
