package dev.reprise.subject.faults;

import java.util.regex.Pattern;

/** Exceptions in words that do not depend on ports and other chances. */
final class Failures {

  private static final Pattern ADDRESS = Pattern.compile("localhost(/127\\.0\\.0\\.1)?:\\d+");
  private static final Pattern OF_ALL = Pattern.compile("\\[localhost/127[^\\]]*\\]");
  private static final Pattern NUMBER = Pattern.compile("\\b\\d[\\d,]*\\b");

  private Failures() {}

  /** Class and message of the exception, and of its cause if that says more. */
  static String describe(Throwable failure) {
    String own = one(failure);
    Throwable cause = failure.getCause();
    if (cause == null || own.contains(String.valueOf(cause.getMessage()))) {
      return own;
    }
    return own + " / " + one(cause);
  }

  private static String one(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    message = ADDRESS.matcher(message).replaceAll("host");
    message = OF_ALL.matcher(message).replaceAll("[host]");
    message = NUMBER.matcher(message).replaceAll("n");
    return failure.getClass().getSimpleName() + ": " + message.strip();
  }
}
