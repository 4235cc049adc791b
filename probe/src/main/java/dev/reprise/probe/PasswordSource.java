package dev.reprise.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where the password of a store comes from: an environment variable, the first line of a file, or
 * the terminal. Never the command line, which other users of a machine can read.
 */
final class PasswordSource {

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

  /** The password that was given by variable or file; empty if neither is. */
  Optional<char[]> given() {
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
      return Optional.of(value.toCharArray());
    }
    return file == null ? Optional.empty() : Optional.of(firstLine());
  }

  /** The same, or what the user types; empty if there is nobody to ask. */
  Optional<char[]> ask(Path store) {
    Optional<char[]> given = given();
    return given.isPresent()
        ? given
        : Optional.ofNullable(prompt.apply("Password of " + store + ": "));
  }

  /** What to do if it is missing or wrong. */
  String hint() {
    return "give it with " + option + "-password-env VARIABLE or " + option + "-password-file FILE";
  }

  private char[] firstLine() {
    try {
      CharBuffer text = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(Files.readAllBytes(file)));
      int end = 0;
      while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
        end++;
      }
      char[] line = new char[end];
      text.get(line);
      return line;
    } catch (IOException e) {
      throw new UsageException(
          option + "-password-file: '" + file + "' cannot be read: " + GivenFile.reason(e));
    }
  }
}
