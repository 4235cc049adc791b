package dev.reprise.probe;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

/**
 * Where the password of a store comes from: an environment variable, the first line of a file, or
 * the terminal. Never the command line, which other users of a machine can read.
 */
final class PasswordSource {

  private static final long LARGEST = 1L << 20;

  private final String option;
  private final String variable;
  private final Path file;
  private final Map<String, String> environment;
  private final Function<String, char[]> prompt;

  /**
   * For the option that names the store.
   *
   * @param variable null if none is given
   * @param file null if none is given
   * @param prompt asks at the terminal; gives null if there is none
   */
  PasswordSource(
      String option,
      String variable,
      Path file,
      Map<String, String> environment,
      Function<String, char[]> prompt) {
    this.option = option;
    this.variable = variable;
    this.file = file;
    this.environment = environment;
    this.prompt = prompt;
  }

  boolean isGiven() {
    return variable != null || file != null;
  }

  /** The password by variable or file, or what the user types; null if there is nobody to ask. */
  char[] ask(Path store) {
    if (variable != null && file != null) {
      throw new UsageException(
          option + "-password-env and " + option + "-password-file: give one of them");
    }
    if (variable != null) {
      String value = environment.get(variable);
      if (value == null) {
        throw new UsageException(
            option + "-password-env: the environment variable '" + variable + "' is not set");
      }
      return value.toCharArray();
    }
    if (file != null) {
      byte[] bytes = GivenFile.read(option + "-password-file", file, LARGEST);
      return new String(bytes, StandardCharsets.UTF_8).split("\\R", 2)[0].toCharArray();
    }
    return prompt.apply("Password of " + store + ": ");
  }

  /** What to do if it is missing or wrong. */
  String hint() {
    return "give it with " + option + "-password-env VARIABLE or " + option + "-password-file FILE";
  }
}
